package import Documents
import Files
import TableModel

extension FileFormat {
  /// Settings in TOML. They are only read: comments and the order of headings would be lost.
  package static let toml = FileFormat(
    name: "toml", title: "TOML", one: "TOML", endings: ["toml"],
    reading: .text(
      TextReading(
        mayBeEmpty: true,
        guess: { head in
          // An INI file begins in the same way, and most of them fail at their first value.
          FormatGuess.isTOML(head.text.bytes) ? .perhaps : nil
        }, forms: { _ in [FileForm("TOML", read: TOMLReader.read)] })))
}
