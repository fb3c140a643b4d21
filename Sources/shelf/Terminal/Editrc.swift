import CLibedit
import Files
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user's own key bindings, from `$EDITRC` or `~/.editrc`.
///
/// Read here rather than by libedit, which gives up at the first word it does not know, and whose
/// choice of a mode would forget the bindings made before.
struct Editrc {
  struct Line {
    var words: [String]

    /// True for `bind -e` and `bind -v`.
    var choosesMode: Bool {
      words.count == 2 && ["bind", "shelf:bind"].contains(words[0])
        && ["-e", "-v"].contains(words[1])
    }
  }

  private let lines: [Line]

  static func ofUser() -> Editrc {
    let home = getenv("HOME").map { String(cString: $0) + "/.editrc" }
    let path = getenv("EDITRC").map { String(cString: $0) } ?? home
    return Editrc(text: path.flatMap(contents) ?? "")
  }

  init(text: String) {
    lines = text.split(separator: "\n").compactMap { line in
      let words = Self.words(of: line)
      guard let first = words.first, !first.hasPrefix("#") else { return nil }
      return Line(words: words)
    }
  }

  /// The mode that the last line which chooses one asks for; nil where no line does.
  var chosenMode: EditorSettings.EditMode? {
    lines.last(where: \.choosesMode).map { $0.words[1] == "-v" ? .vi : .emacs }
  }

  /// Lets libedit carry out the lines that are asked for; those it does not know are passed over.
  func apply(to editor: OpaquePointer, where isWanted: (Line) -> Bool) {
    for line in lines where isWanted(line) {
      let copies = line.words.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      var pointers = copies.map { UnsafePointer($0) } + [nil]
      _ = el_parse(editor, Int32(copies.count), &pointers)
    }
  }

  /// The words of a line: blanks separate, quotes hold together.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The text of a small file; nil when it cannot be read.
  private static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard case .bytes(let bytes) = DescriptorInput.readNow(file) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
