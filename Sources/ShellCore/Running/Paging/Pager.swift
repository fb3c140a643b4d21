import Commands
import Documents
import Rendering
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Shows results that are longer than the screen: by the user's pager, `less`, or pages of its own.
package struct Pager {
  /// A command of the system's shell; nil where there is none.
  let command: String?
  private let variables: [String]
  private let screen: () -> (columns: Int, lines: Int)
  private let pages: ScreenPages
  private let flush: () -> Void

  /// - Parameters:
  ///   - variables: the environment, which may name a pager.
  ///   - screen: how large the screen is now.
  ///   - keys: where keys are read that turn pages; nil where there are none.
  ///   - flush: hands over what was printed before.
  package init(
    variables: [String: String], screen: @escaping () -> (columns: Int, lines: Int),
    keys: Int32?, output: Int32 = 1, flush: @escaping () -> Void = {}
  ) {
    (self.screen, self.flush) = (screen, flush)
    pages = ScreenPages(keys: keys, output: output)
    let named = ["SHELF_PAGER", "PAGER"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    let hasLess = folders.contains { access("\($0)/less", X_OK) == 0 }
    command = named ?? (hasLess ? "less -R" : nil)
    // As others do: leave at once where all fits, keep colours, leave the text on the screen.
    self.variables = variables["LESS"] == nil ? ["LESS=FRX"] : []
  }

  /// True for a text that takes more lines than the screen has.
  func isLong(_ text: String) -> Bool {
    let (columns, lines) = screen()
    var count = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      count += ScreenPages.rows(of: Substring(line), columns: columns)
      if count >= lines { return true }
    }
    return false
  }

  /// Shows a text. Whatever becomes of the pager, the text is shown: a pager that is missing or fails
  /// is replaced; one that somebody leaves or ends by a signal has shown it.
  func show(_ text: String) {
    flush()
    guard let command else { return pages.show(text, on: screen()) }
    var pager = PipedCommand(command)
    pager.variables = variables
    switch pager.run(reading: text) {
    case .exited(0), .signal: return
    case .exited, .notStarted: pages.show(text, on: screen())
    }
  }
}

extension Interpreter {
  /// Prints something, through the pager where it is long and somebody at the prompt reads it.
  func paged(_ work: () -> Void) {
    guard let pager, usesPager else { return work() }
    let write = console.writeResult
    var text = ""
    console.writeResult = { text += $0 }
    work()
    console.writeResult = write
    let isPaged = session.preferences.pager == .always || pager.isLong(text)
    if isPaged, !text.isEmpty { pager.show(text) } else { write(text) }
  }

  /// Never in scripts, pipes and files, for machines, and while what is printed is recorded.
  private var usesPager: Bool {
    mode.isInteractive && !isBrowsing && !mode.json && sources.isEmpty && console.divert == nil
      && session.preferences.pager != .off && !parts.contains { $0.isKeepingOutput }
  }
}
