extension CommandTable {
  static let engineCommands: [Entry] = [
    .of(StatsCommand.self), .of(TraceCommand.self), .of(ResetCommand.self),
    .of(ReconfigureCommand.self), .of(MemoryWarningCommand.self), .of(PolicyCommand.self),
    .of(ReuseCommand.self), .of(NestedCommand.self), .of(PrefetchCommand.self),
    .of(EstimateCommand.self), .of(ImagesCommand.self), .of(CompareCommand.self),
    .of(ExplainCommand.self),
  ]

  static let dressCommands: [Entry] = [
    .of(StyleCommand.self), .of(CellCommand.self), .of(AccessoryCommand.self),
    .of(IndentCommand.self), .of(BackgroundCommand.self), .of(ToggleCommand.self),
    .of(FieldsCommand.self), .of(DeviceCommand.self), .of(OverlayCommand.self),
    .of(SetCommand.self),
  ]

  static let scenarioCommands: [Entry] = [.of(ScenarioCommand.self)]
}
