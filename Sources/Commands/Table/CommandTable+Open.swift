extension CommandTable {
  static let openCommands: [Entry] = [
    .of(OpenCommand.self), .of(ReloadCommand.self), .of(CloseCommand.self),
    .of(DatasetsCommand.self), .of(SaveCommand.self), .of(ExportCommand.self),
  ]
}
