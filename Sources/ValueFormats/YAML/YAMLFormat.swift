package import Documents
import Files
import TableModel

extension FileFormat {
  /// YAML 1.2. It is only read: comments and anchors would be lost.
  package static let yaml = FileFormat(
    name: "yaml", title: "YAML", one: "YAML", endings: ["yaml", "yml"],
    reading: .text(
      TextReading(
        mayBeEmpty: true,
        unaskedLimit: (
          32 << 20, "reading so large a file of YAML takes a minute or more; --format yaml does it"
        ),
        guess: { FormatGuess.isYAML($0.text.bytes) ? .perhaps : nil },
        forms: { _ in [FileForm("YAML", noting: YAMLReader.read)] })))
}
