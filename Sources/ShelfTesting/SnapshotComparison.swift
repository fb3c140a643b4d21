import ShellCore

/// A recorded text beside the one that is there now.
struct SnapshotComparison {
  private let alignment: OutputAlignment
  private let difference: UnifiedDifference

  /// - Parameter expected: lines of a snapshot; wildcards count when `allowsPatterns`.
  init(expected: String, printed: String, allowsPatterns: Bool) {
    let output = PrintedOutput(printed)
    let lines = PrintedOutput(expected).lines.map { line in
      ExpectedLine(snapshot: line, allowsPatterns: allowsPatterns)
    }
    alignment = OutputAlignment(expected: lines, printed: output)
    difference = UnifiedDifference(alignment, status: (nil, .ok))
  }

  var matches: Bool { alignment.matches }

  /// The difference, with its marks at the start of the lines.
  var text: String { difference.text(context: 3, firstLine: 1).joined(separator: "\n") }
}
