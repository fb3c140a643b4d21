extension TextPlace {
  /// The longest source line, in characters, that an error shows.
  package static let excerptLimit = 80

  /// Up to this column an excerpt begins with its line; beyond it the excerpt is a window.
  private static let lastUnshiftedColumn = 60

  /// How many characters an excerpt that was shifted shows before the place, the `…` included.
  package static let excerptLead = 40

  /// True when the excerpt of the line begins with `…` and not with the line's first character.
  package var isExcerptShifted: Bool { column > Self.lastUnshiftedColumn }

  /// The column of the place within the excerpt, from 1, in characters: where the caret goes.
  package var caretColumn: Int { isExcerptShifted ? Self.excerptLead + 1 : column }
}
