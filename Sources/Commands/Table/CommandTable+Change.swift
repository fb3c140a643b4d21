extension CommandTable {
  static let changeCommands: [Entry] = [
    .of(InsertCommand.self), .of(DeleteCommand.self), .of(MoveCommand.self),
    .of(UpdateCommand.self), .of(BatchCommand.self), .of(ApplyCommand.self),
  ]
}
