import Foundation
package import TableModel

/// A hash table from keys to the numbers of records.
///
/// Numbers are the same key where their values are, however they are written: 3 is 3.0. A text is
/// never a number, and null, lists and records are no keys. It takes about 16 bytes for a number,
/// and for a text a dozen more than it is long.
package struct KeyIndex: Sendable {
  private var numbers: [Int64: UInt32] = [:]
  private var ascii = TextPool(isLastingly: true)
  /// By the number of a text in the pool.
  private var placesOfASCII: [UInt32] = []
  /// The texts that may be equal to others with different bytes.
  private var texts: [String: UInt32] = [:]
  private var others: [DistinctValue: UInt32] = [:]
  /// The records of which a later one has the same key.
  private var repeated: Set<UInt32> = []
  /// The kinds of the keys.
  package private(set) var kinds: Set<ValueKind> = []

  package init() {}

  /// How many different keys there are.
  package var count: Int { numbers.count + placesOfASCII.count + texts.count + others.count }

  /// How many of them belong to more than one record.
  package var repeatedCount: Int { repeated.count }

  /// The form in which a key is looked up; nil for values that can't be keys.
  private enum Form {
    case number(Int64)
    case ascii(String)
    case text(String)
    case other(DistinctValue)

    init?(_ key: Value) {
      switch key {
      case .null, .array, .record: return nil
      case .string(let text):
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
          self = .ascii(text)
        } else {
          // A few characters are equal to one of ASCII, such as the sign for kelvins.
          let plain = text.precomposedStringWithCanonicalMapping
          self = plain.utf8.allSatisfy { $0 < 0x80 } ? .ascii(plain) : .text(plain)
        }
      case .number(let number):
        if number.double.isNaN { return nil }
        self = number.wholeNumber.map(Form.number) ?? .other(DistinctValue(key))
      case .bool, .date, .data: self = .other(DistinctValue(key))
      }
    }
  }

  /// Puts a key in; of several records with one key the first has it.
  ///
  /// - Returns: false for a value that can't be a key.
  @discardableResult
  package mutating func insert(_ key: Value, of record: Int) -> Bool {
    guard let form = Form(key) else { return false }
    let record = UInt32(truncatingIfNeeded: record)
    kinds.insert(key.kind)
    let owner: UInt32
    switch form {
    case .number(let number): owner = Self.note(number, record, in: &numbers)
    case .ascii(var text):
      let code = Int(text.withUTF8 { ascii.code(of: $0) })
      if ascii.isOverfull {
        owner = known(text) ?? Self.note(text, record, in: &texts)
      } else {
        if code == placesOfASCII.count { placesOfASCII.append(record) }
        owner = placesOfASCII[code]
      }
    case .text(let text): owner = Self.note(text, record, in: &texts)
    case .other(let value): owner = Self.note(value, record, in: &others)
    }
    if owner != record { repeated.insert(owner) }
    return true
  }

  private static func note<Key: Hashable>(
    _ key: Key, _ record: UInt32, in places: inout [Key: UInt32]
  ) -> UInt32 {
    if let known = places[key] { return known }
    places[key] = record
    return record
  }

  /// The record that a key belongs to; nil for none.
  package subscript(key: Value) -> Int? {
    guard let form = Form(key) else { return nil }
    return switch form {
    case .number(let number): numbers[number].map(Int.init)
    case .ascii(let text): (known(text) ?? texts[text]).map(Int.init)
    case .text(let text): texts[text].map(Int.init)
    case .other(let value): others[value].map(Int.init)
    }
  }

  private func known(_ text: String) -> UInt32? {
    var text = text
    return text.withUTF8 { ascii.known($0) }.map { placesOfASCII[Int($0)] }
  }
}

extension NumberText {
  /// The integer that the number is exactly, in whatever notation; nil for none.
  ///
  /// - Complexity: O(1) for integers, O(digits) for what is written in another way.
  fileprivate var wholeNumber: Int64? {
    if case .int(let value) = numeric { return value }
    let candidates = [
      integer, double.magnitude < 0x1p53 ? nil : Decimal(string: text).flatMap { Int64("\($0)") },
    ]
    return candidates.compactMap(\.self).first { NumberText(Int($0)).compare(self) == 0 }
  }
}
