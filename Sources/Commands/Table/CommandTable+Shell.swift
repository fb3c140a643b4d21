extension CommandTable {
  static let shellCommands: [Entry] = [
    .of(HelpCommand.self), .of(AproposCommand.self), .of(HistoryCommand.self),
    .of(RecordCommand.self), .of(AliasCommand.self), .of(UnaliasCommand.self),
    .of(TimeCommand.self), .of(OutputCommand.self), .of(OnceCommand.self),
    .of(LessonCommand.self), .of(SourceCommand.self), .of(UndoCommand.self),
    .of(RedoCommand.self), .of(RepeatCommand.self), .of(ClearCommand.self), .of(EchoCommand.self),
    .of(ExpectCommand.self), .of(QuitCommand.self),
  ]
}
