package import Rendering
package import TableModel

/// What a command gives back: text for people, a value for machines, and what the shell does next.
package struct Output: Sendable {
  package var lines: [StyledLine] = []
  /// For `--json`; values are written one a line.
  package var values: [Value] = []
  /// Said beside the result, on standard error.
  package var notices: [String] = []
  package var next: Next = .carryOn

  /// What only the shell around the table can do.
  package enum Next: Sendable, Hashable {
    case carryOn
    case quit(Int32)
    case source(file: String)
    case history(HistoryRequest)
  }

  package enum HistoryRequest: Sendable, Hashable {
    case list(Int?)
    case clear
  }

  package init() {}

  package init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      StyledLine(String($0))
    }
  }

  package init(lines: [StyledLine], values: [Value] = []) {
    self.lines = lines
    self.values = values
  }

  package static func next(_ next: Next) -> Output {
    var output = Output()
    output.next = next
    return output
  }
}
