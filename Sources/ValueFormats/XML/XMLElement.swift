import Documents
import Files
import TableModel

/// An element while it is read: its attributes, what stands in it so far, and what that makes.
struct XMLElement {
  let name: String
  /// The byte of its `<`.
  let start: Int
  private let hasTypes: Bool

  /// What it holds by name, in the order of the first of each name.
  private var keys: [String] = []
  private var values: [[Value]] = []
  /// Where the names of children stand; only for elements with many.
  private var places: [String: Int] = [:]
  private var attributes = 0
  /// Whether it says to hold XHTML, as texts of feeds do.
  private(set) var holdsXHTML = false
  /// How deep the deepest of its children is nested, and whether there are lists of them.
  private var innerDepth = 0
  private var hasLists = false

  /// Texts that stand between its elements.
  private var texts: [String] = []
  private var isQuoted = false
  /// The text that is being read, and the part of it at whose ends blanks count.
  private var pending: [UInt8] = []
  private var kept: Range<Int>?

  /// Whether elements of one name stand before and behind others.
  private(set) var alternates = false

  /// Where names are looked for one by one.
  private static let few = 8
  static let textKey = "#text"

  init(name: String, start: Int, hasTypes: Bool) {
    self.name = name
    self.start = start
    self.hasTypes = hasTypes
  }

  /// Whether text stands beside elements, so that their order is lost.
  var isMixed: Bool { !texts.isEmpty && keys.count > attributes + 1 }

  /// How deep its value is nested: 0 for a text.
  var depth: Int { isText ? 0 : innerDepth + (hasLists ? 2 : 1) }

  /// Whether it has nothing but text, or not even that.
  private var isText: Bool { keys.count == (texts.isEmpty ? 0 : 1) }

  /// - Returns: false for an attribute that it has already.
  mutating func add(attribute name: String, _ text: String) -> Bool {
    let key = "@" + name
    guard place(of: key) == nil else { return false }
    append(key, text.isEmpty ? .string(text) : value(of: text))
    attributes += 1
    if name == "type", text == "xhtml" { holdsXHTML = true }
    return true
  }

  mutating func add(_ name: String, _ value: Value, depth: Int) {
    innerDepth = max(innerDepth, depth)
    if keys.last == name, keys.count > attributes {
      values[values.count - 1].append(value)
      hasLists = true
    } else if let place = place(of: name) {
      alternates = true
      values[place].append(value)
      hasLists = true
    } else {
      append(name, value)
    }
  }

  private func place(of key: String) -> Int? {
    keys.count > Self.few ? places[key] : keys.firstIndex(of: key)
  }

  private mutating func append(_ key: String, _ value: Value?) {
    keys.append(key)
    values.append(value.map { [$0] } ?? [])
    if keys.count == Self.few + 1 {
      for (place, key) in keys.enumerated() { places[key] = place }
    } else if keys.count > Self.few {
      places[key] = keys.count - 1
    }
  }

  private func value(of text: String) -> Value {
    hasTypes ? PlainText.value(of: text) : .string(text)
  }
}

// MARK: - Text

extension XMLElement {
  /// Adds text as it is written, but for the ends of its lines.
  mutating func add(_ text: ArraySlice<UInt8>) {
    let isReturn = UInt8(ascii: "\r")
    guard text.contains(isReturn) else {
      pending += text
      return
    }
    for index in text.indices {
      guard text[index] == isReturn else {
        pending.append(text[index])
        continue
      }
      let next = index + 1
      if next == text.endIndex || text[next] != UInt8(ascii: "\n") {
        pending.append(UInt8(ascii: "\n"))
      }
    }
  }

  /// Adds text of which blanks are a part wherever they stand.
  mutating func addKept(_ text: some Collection<UInt8>) {
    let start = pending.count
    pending += text
    kept = (kept?.lowerBound ?? start)..<pending.count
  }

  /// Adds text that is nothing but text, even if it looks like a number.
  mutating func addQuoted(_ text: ArraySlice<UInt8>) {
    let start = pending.count
    add(text)
    kept = (kept?.lowerBound ?? start)..<pending.count
    isQuoted = true
  }

  /// Ends a text, of which blanks at both ends are no part.
  mutating func finishText() {
    if pending.isEmpty, kept == nil { return }
    let first = pending.firstIndex { !ASCII.isBlank($0) } ?? pending.count
    let last = pending.lastIndex { !ASCII.isBlank($0) } ?? -1
    let start = min(first, kept?.lowerBound ?? first)
    let end = max(last + 1, kept?.upperBound ?? 0)
    if start < end {
      if texts.isEmpty { append(Self.textKey, nil) }
      texts.append(String(decoding: pending[start..<end], as: UTF8.self))
    }
    pending.removeAll(keepingCapacity: true)
    kept = nil
  }

  /// All of its texts as one.
  private var joined: Value {
    let all = texts.joined(separator: " ")
    return isQuoted ? .string(all) : value(of: all)
  }

  /// What the element is when all of it was read.
  var value: Value {
    if isText { return texts.isEmpty ? .null : joined }
    var fields: [Value] = []
    fields.reserveCapacity(values.count)
    for (index, list) in values.enumerated() {
      if !texts.isEmpty, keys[index] == Self.textKey {
        fields.append(joined)
      } else if list.count == 1 {
        fields.append(list[0])
      } else {
        fields.append(.array(list))
      }
    }
    return .record(Record(written: keys[...], values: fields[...]))
  }
}

/// What the values do not show any more, each kind of it once.
struct XMLNotes {
  private var mixed: (name: String, start: Int, count: Int)?
  private var alternating: (name: String, start: Int, count: Int)?

  mutating func add(_ element: XMLElement) {
    if element.isMixed {
      note(element, in: &mixed)
    } else if element.alternates {
      note(element, in: &alternating)
    }
  }

  private func note(
    _ element: XMLElement, in found: inout (name: String, start: Int, count: Int)?
  ) {
    // What encloses another element begins before it and ends after it.
    let first = found.map { $0.start < element.start ? ($0.name, $0.start) : nil } ?? nil
    let (name, start) = first ?? (element.name, element.start)
    found = (name, start, (found?.count ?? 0) + 1)
  }

  /// - Complexity: O(bytes before the first place of each).
  func remarks(in text: SourceText) -> [String] {
    mixedRemark(in: text)
      + remark(alternating, in: text) {
        "elements with different names alternate in \($0); those with the same name are one list"
      }
  }

  func mixedRemark(in text: SourceText) -> [String] {
    remark(mixed, in: text) {
      "text and elements alternate in \($0); its text is joined in '#text'"
    }
  }

  private func remark(
    _ found: (name: String, start: Int, count: Int)?, in text: SourceText,
    _ words: (String) -> String
  ) -> [String] {
    guard let (name, start, count) = found else { return [] }
    let others = count == 1 ? "" : " (\(count) such elements in all)"
    return ["line \(text.place(ofByte: start).line): " + words("<\(name.clipped())>") + others]
  }
}
