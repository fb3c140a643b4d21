extension CommandTable {
  static let narrowCommands: [Entry] = [
    .of(FilterCommand.self), .of(SearchCommand.self), .of(SortCommand.self),
    .of(GroupCommand.self), .of(IndexCommand.self), .of(FlattenCommand.self),
    .of(ShapeCommand.self),
  ]
}
