package import CommandLanguage
import Opening
package import Workspaces

extension CommandTable {
  /// All commands, in the order of `help`: a new one is a file in the folder of its group, and an entry
  /// here.
  package static let standard = CommandTable([
    // Open
    OpenCommand.self, FollowCommand.self, ReloadCommand.self, CloseCommand.self,
    DatasetsCommand.self, SaveCommand.self,
    ExportCommand.self, ScenarioCommand.self,
    // Look
    ViewCommand.self, ShowCommand.self, CountCommand.self, StatusCommand.self, SchemaCommand.self,
    DescribeCommand.self, DistinctCommand.self, SummarizeCommand.self, HistogramCommand.self,
    PivotCommand.self, ResultsCommand.self, FindCommand.self, NextCommand.self,
    PreviousCommand.self, DiffCommand.self, WatchCommand.self,
    // Move
    DownCommand.self, UpCommand.self, RightCommand.self, LeftCommand.self, PageCommand.self,
    TopCommand.self, BottomCommand.self, StartCommand.self, FinishCommand.self, GotoCommand.self,
    FocusCommand.self, BookmarkCommand.self, JumpCommand.self, OffsetCommand.self,
    BounceCommand.self, LockCommand.self, UnlockCommand.self,
    // Choose
    SelectCommand.self, DeselectCommand.self, TapCommand.self, TapAccessoryCommand.self,
    SelectionCommand.self, EditCommand.self, MarkCommand.self, PushCommand.self, BackCommand.self,
    CopyCommand.self,
    // Narrow
    FilterCommand.self, SearchCommand.self, SortCommand.self, GroupCommand.self, IndexCommand.self,
    FlattenCommand.self, ShapeCommand.self, UnnestCommand.self, DeriveCommand.self,
    LookupCommand.self,
    // Dress
    StyleCommand.self, CellCommand.self, AccessoryCommand.self, IndentCommand.self,
    BackgroundCommand.self, ToggleCommand.self, FieldsCommand.self, ColumnsCommand.self,
    FreezeCommand.self, DeviceCommand.self, OverlayCommand.self, DetailCommand.self,
    PanelCommand.self, SetCommand.self,
    // Change
    InsertCommand.self, DeleteCommand.self, MoveCommand.self, UpdateCommand.self, BatchCommand.self,
    ApplyCommand.self,
    // Engine
    StatsCommand.self, TraceCommand.self, StepCommand.self, ResetCommand.self,
    ReconfigureCommand.self,
    MemoryWarningCommand.self, PolicyCommand.self, ReuseCommand.self, NestedCommand.self,
    PrefetchCommand.self, EstimateCommand.self, ImagesCommand.self, CompareCommand.self,
    ExplainCommand.self,
    // Shell
    HelpCommand.self, AproposCommand.self, HistoryCommand.self, RecordCommand.self,
    AliasCommand.self, UnaliasCommand.self, TimeCommand.self, OutputCommand.self, OnceCommand.self,
    LessonCommand.self, SourceCommand.self, UndoCommand.self, RedoCommand.self, RepeatCommand.self,
    ClearCommand.self, BrowseCommand.self, BindCommand.self, EchoCommand.self, ExpectCommand.self,
    QuitCommand.self,
  ])
}

extension Workspace {
  /// A workspace with all commands.
  package init(preferences: Preferences = Preferences(), environment: Environment = .standard) {
    self.init(preferences: preferences, environment: environment, commands: .standard)
  }
}

extension Statement {
  /// True for what means nothing in a page: allowing or forbidding what only a person can.
  package var isForPersons: Bool {
    guard let asked = try? CommandTable.standard.read(self) as? any SettingAssigning else {
      return false
    }
    return asked.changes(Setting.shell)
  }
}
