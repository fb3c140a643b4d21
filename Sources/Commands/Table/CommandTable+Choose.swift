extension CommandTable {
  static let chooseCommands: [Entry] = [
    .of(SelectCommand.self), .of(DeselectCommand.self), .of(TapCommand.self),
    .of(TapAccessoryCommand.self), .of(SelectionCommand.self), .of(EditCommand.self),
    .of(MarkCommand.self),
    .of(PushCommand.self), .of(BackCommand.self),
  ]
}
