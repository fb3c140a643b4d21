import Rendering
import TableModel

/// What a prompt begins with.
package enum Greeting {
  /// The program's version.
  package static let version = "0.1.0"

  package static var banner: String {
    "shelf \(version)\(Mark.dot)'help' lists the commands, 'lesson' teaches, 'quit' leaves"
  }

  /// True for the banner of any version.
  static func isBanner(_ line: String) -> Bool {
    line.hasPrefix("shelf ") && line.contains("'help' lists the commands")
  }
}

extension Interpreter {
  /// Prints the banner and the viewport of what was opened.
  package func greet(isQuiet: Bool) {
    if !isQuiet {
      console.result([StyledLine(marked { Greeting.banner })], isMessage: true)
    }
    showView()
  }
}
