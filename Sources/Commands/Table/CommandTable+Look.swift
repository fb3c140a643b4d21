extension CommandTable {
  static let lookCommands: [Entry] = [
    .of(ViewCommand.self), .of(ShowCommand.self), .of(CountCommand.self),
    .of(StatusCommand.self), .of(SchemaCommand.self), .of(DescribeCommand.self),
    .of(DistinctCommand.self), .of(SummarizeCommand.self), .of(FindCommand.self),
    .of(NextCommand.self), .of(PreviousCommand.self),
  ]
}
