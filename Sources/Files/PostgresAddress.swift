import Synchronization
import TableModel

/// What a server is opened by: `postgres://host/database`, `service=NAME`, or `pg:` and keywords as
/// libpq has them.
///
/// A password in it is handed to libpq and shown nowhere.
package struct PostgresAddress: Sendable {
  /// What libpq is given.
  package let text: String
  /// The address without a password.
  package let shown: String
  /// Whether the password was part of the address.
  package let holdsPassword: Bool
  /// What was given when it was asked for; others are in the address, or found by libpq itself.
  package var givenPassword: String?

  /// - Parameter typed: an address as it was typed, or as ``hidingPasswords(in:)`` has left it.
  /// - Returns: nil for what is a path.
  package init?(_ typed: String) {
    guard Self.recognizes(typed) else { return nil }
    let hidden = Self.hidingPasswords(in: typed)
    let whole = Self.passwords.withLock { $0[hidden] } ?? typed
    // Hidden by another run of the program, whose passwords are gone with it.
    let isLost = whole == hidden && hidden.contains("*")
    shown = Self.leavingOutPasswords(hidden)
    holdsPassword = whole != hidden
    let address = isLost ? shown : whole
    text =
      address.hasPrefix(Self.keywords) ? String(address.dropFirst(Self.keywords.count)) : address
    givenPassword = holdsPassword ? nil : Self.given.withLock { [shown] in $0[shown] }
  }

  private static let schemes = ["postgres://", "postgresql://"]
  /// What stands before keywords of libpq.
  private static let keywords = "pg:"
  private static let service = "service="

  /// Whether a text is an address and no path.
  package static func recognizes(_ text: String) -> Bool {
    (schemes + [keywords, service]).contains(where: text.hasPrefix)
  }

  // MARK: Passwords

  /// The passwords that were given when they were asked for, by their addresses.
  private static let given = Guarded<[String: String]>([:])

  /// Keeps the password that was given, or forgets it where it is nil, for the next time that the same
  /// address is opened by this program.
  package func rememberGivenPassword() {
    Self.given.withLock { $0[shown] = givenPassword }
  }

  /// The addresses that had a password, by what is left when it is hidden.
  private static let passwords = Guarded<[String: String]>([:])

  /// A text with stars in place of the passwords of addresses in it, for all that shows or keeps what was
  /// typed: messages, the history, recordings, `reload`. The addresses are kept in memory, so that the
  /// text with stars opens them as well.
  ///
  ///     open postgres://ann:secret@host/shop
  ///     open postgres://ann:******@host/shop
  package static func hidingPasswords(in text: String) -> String {
    // Every line passes here, and hardly one has a colon; looking for words takes longer by far.
    guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
    let starts = schemes + [keywords]
    guard starts.contains(where: text.contains) else { return text }
    // Lines begin with a command, so this is an address alone, blanks and all.
    if recognizes(text) { return hidden(text[...]) }
    var result = ""
    var rest = text[...]
    while let start = starts.compactMap({ rest.firstRange(of: $0)?.lowerBound }).min() {
      let quote = result.last ?? rest[..<start].last
      result += rest[..<start]
      let address = address(at: rest[start...], after: quote)
      result += hidden(address)
      rest = rest[address.endIndex...]
    }
    return result + rest
  }

  private static func hidden(_ address: Substring) -> String {
    let hidden = hiding(address)
    if hidden != address { passwords.withLock { $0[hidden] = String(address) } }
    return hidden
  }

  /// An address of a line: to the quote that closes it, or to the next blank.
  private static func address(at text: Substring, after quote: Character?) -> Substring {
    if let quote, quote == "\"" || quote == "'" { return text.prefix { $0 != quote } }
    return text.prefix { !$0.isWhitespace && $0 != ";" }
  }

  private static func hiding(_ address: Substring) -> String {
    var characters = Array(address)
    for place in passwordPlaces(characters) { characters[place] = "*" }
    return String(characters)
  }

  private static func leavingOutPasswords(_ hidden: String) -> String {
    var characters = Array(hidden)
    for place in passwordPlaces(characters).reversed() { characters.remove(at: place) }
    let text = String(characters).replacing(":@", with: "@")
    return text.replacing("?password=", with: "").replacing("&password=", with: "")
      .replacing("password=", with: "")
  }

  /// Where the characters of passwords stand: behind the user of an address, and behind keywords that
  /// end in `password`.
  private static func passwordPlaces(_ text: [Character]) -> [Int] {
    var places: [Int] = []
    if let scheme = schemes.first(where: { text.starts(with: $0) }) {
      let authority = scheme.count..<endOfPassword(text, from: scheme.count)
      if let at = text[authority].lastIndex(of: "@"),
        let colon = text[authority.lowerBound..<at].firstIndex(of: ":")
      {
        places += colon + 1..<at
      }
    }
    let word = Array("password")
    for start in text.indices where text[start...].starts(with: word) {
      var place = start + word.count
      while place < text.count, text[place] == " " { place += 1 }
      guard place < text.count, text[place] == "=" else { continue }
      place += 1
      while place < text.count, text[place] == " " { place += 1 }
      places += value(text, from: place)
    }
    return places
  }

  /// Behind where a password may stand: one whose marks should have been escaped goes on behind them.
  private static func endOfPassword(_ text: [Character], from start: Int) -> Int {
    let end = endOfAuthority(text, from: start)
    let authority = text[start..<end]
    if authority.contains("@") { return text[end...].firstIndex(of: "?") ?? text.count }
    // A number alone is a port.
    let rest = authority.firstIndex(of: ":").map { text[$0..<end].dropFirst() } ?? []
    return rest.allSatisfy(\.isNumber) ? end : text.count
  }

  private static func endOfAuthority(_ text: [Character], from start: Int) -> Int {
    text[start...].firstIndex { "/?#".contains($0) } ?? text.count
  }

  /// A value of libpq's keywords: to the next blank or `&`, or between quotes.
  private static func value(_ text: [Character], from start: Int) -> Range<Int> {
    guard start < text.count, text[start] == "'" else {
      return start..<(text[start...].firstIndex { " &'\"".contains($0) } ?? text.count)
    }
    var end = start + 1
    while end < text.count, text[end] != "'" { end += text[end] == "\\" ? 2 : 1 }
    return start + 1..<min(end, text.count)
  }
}

/// Asks the user for a password, and says whose; nil where nobody is there to answer.
package typealias PasswordQuestion = @Sendable (_ question: String) -> String?
