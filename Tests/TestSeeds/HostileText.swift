import Foundation

/// Texts that would act on a terminal or hide what they are, were they printed as they are.
package enum HostileText {
  /// Sequences that terminals obey, and characters that hide or turn text around.
  package static let attacks: [String] =
    [
      "\u{1B}]0;title\u{07}", "\u{1B}]2;title\u{1B}\\", "\u{1B}]8;;http://example.org\u{1B}\\",
      "\u{1B}]52;c;AAAA\u{07}", "\u{1B}]10;?\u{07}", "\u{1B}]1337;File=:AAAA\u{07}", "\u{1B}[6n",
      "\u{1B}[c", "\u{1B}[21t", "\u{1B}[2J\u{1B}[H", "\u{1B}[31m", "\u{1B}[?1049h", "\u{1B}c",
      "\u{1B}#8", "\u{1B}(0", "\u{1B}P$q\"p\u{1B}\\", "\u{1B}_Ga=q;\u{1B}\\", "\u{1B}^pm\u{1B}\\",
      "\u{1B}Xsos\u{1B}\\", "\u{9B}31m", "\u{9D}0;t\u{9C}", "\u{90}q\u{9C}", "a\rb", "a\u{8}b",
      "\u{E}", "\u{5}", "\u{FEFF}", "\u{200B}", "\u{2028}", "\u{E0041}", "<script>\"'&",
    ] + bidiMarks.map { "\($0)txt.exe" } + (controls.map { "c\($0)c" })
  private static let bidi = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
  package static let bidiMarks = (bidi + Array(0x2066...0x2069)).compactMap(Unicode.Scalar.init)
  package static let controls = (Array(0...0x1F) + Array(0x7F...0x9F)).compactMap(
    Unicode.Scalar.init)

  /// Whether a character acts on a terminal. Lines and columns of tabs are what is printed on purpose.
  package static func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0x20..<0x7F: false
    case 0..<0xA0, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// JSON as `save` writes it, with an attack in front of each text that is the value of a key.
  ///
  /// - Parameter mark: what stands in front of each attack.
  package static func attacking(_ json: String, mark: String = "") throws -> String {
    let parts = json.components(separatedBy: "\": \"")
    var text = ""
    for (index, part) in parts.enumerated() {
      let attack = mark + attacks[index % attacks.count]
      let escaped = String(decoding: try JSONEncoder().encode(attack), as: UTF8.self)
      text += part + (index + 1 < parts.count ? "\": \"" + escaped.dropFirst().dropLast() : "")
    }
    return text
  }
}
