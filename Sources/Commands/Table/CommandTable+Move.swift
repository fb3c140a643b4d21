extension CommandTable {
  static let moveCommands: [Entry] = [
    .of(DownCommand.self), .of(UpCommand.self), .of(RightCommand.self), .of(LeftCommand.self),
    .of(PageCommand.self), .of(TopCommand.self), .of(BottomCommand.self), .of(StartCommand.self),
    .of(FinishCommand.self), .of(GotoCommand.self), .of(OffsetCommand.self),
    .of(BounceCommand.self), .of(LockCommand.self), .of(UnlockCommand.self),
  ]
}
