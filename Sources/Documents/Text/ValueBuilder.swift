package import Files
package import TableModel

/// Builds a nested value from the flat stream of what a reader meets.
///
/// Readers keep no recursion of their own, so that depth costs memory on the heap and never
/// the stack. The values of all open containers lie on one stack; closing one pops its share.
package struct ValueBuilder {
  /// How deep containers may nest, in every format.
  package static let depthLimit = 512

  private struct Frame {
    var isRecord: Bool
    var firstValue: Int
    var firstKey: Int
  }

  private var values: [Value] = []
  private var keys: [String] = []
  /// Where each of the keys stands in the text.
  private var places: [Int] = []
  private var frames: [Frame] = []
  /// By depth, the keys of the record that was closed there last: its neighbours have them too.
  private var shared: [RecordKeys?] = []
  /// What was lost to keys that stand twice in one record.
  package private(set) var repeats: RepeatedKeys?

  package init() {}

  /// How many containers are open.
  package var depth: Int { frames.count }

  package var isFull: Bool { frames.count >= Self.depthLimit }

  /// True when the innermost open container is a record.
  package var isInRecord: Bool { frames.last?.isRecord ?? false }

  /// How many values the innermost open container (or the whole) holds so far.
  package var count: Int { values.count - (frames.last?.firstValue ?? 0) }

  /// True between a record's key and its value.
  package var isKeyPending: Bool {
    guard let frame = frames.last, frame.isRecord else { return false }
    return keys.count - frame.firstKey > values.count - frame.firstValue
  }

  /// The key that waits for its value.
  package var pendingKey: String? { isKeyPending ? keys.last : nil }

  package mutating func beginArray() { begin(isRecord: false) }

  package mutating func beginRecord() { begin(isRecord: true) }

  private mutating func begin(isRecord: Bool) {
    frames.append(Frame(isRecord: isRecord, firstValue: values.count, firstKey: keys.count))
  }

  /// - Parameter place: where the key stands in the text, for readers that say what was lost.
  package mutating func add(key: String, at place: Int = 0) {
    keys.append(key)
    places.append(place)
  }

  package mutating func add(_ value: Value) { values.append(value) }

  /// Closes the innermost container and adds it to the one around it.
  package mutating func end() {
    guard let frame = frames.popLast() else { return }
    let value: Value
    if frame.isRecord {
      value = .record(record(frame))
      keys.removeLast(keys.count - frame.firstKey)
      places.removeLast(places.count - frame.firstKey)
    } else {
      value = .array(Array(values[frame.firstValue...]))
    }
    values.removeLast(values.count - frame.firstValue)
    values.append(value)
  }

  /// The record of a frame that was open until now.
  private mutating func record(_ frame: Frame) -> Record {
    let depth = frames.count
    let names = keys[frame.firstKey...]
    if depth < shared.count, let known = shared[depth], known.are(names) {
      return Record(known, values: values[frame.firstValue...])
    }
    var record = Record(written: names, values: values[frame.firstValue...])
    if record.count != names.count { note(&record, names) }
    while shared.count <= depth { shared.append(nil) }
    shared[depth] = record.count == names.count ? RecordKeys(of: record) : nil
    return record
  }

  private mutating func note(_ record: inout Record, _ names: ArraySlice<String>) {
    record.noteRepeated(names)
    var known: Set<String> = []
    guard let second = names.firstIndex(where: { !known.insert($0).inserted }) else { return }
    RepeatedKeys(key: names[second], offset: places[second], count: record.lostValues)
      .join(&repeats)
  }

  /// Takes the value that was finished last, if no container is open.
  package mutating func take() -> Value? {
    frames.isEmpty ? values.popLast() : nil
  }
}

/// Keys that appear more than once in one record.
package struct RepeatedKeys: Sendable, Equatable {
  /// The first of them.
  package var key: String
  /// The byte offset of its second occurrence.
  package var offset: Int
  /// How many values in all of the text have the key of another one before them.
  var count: Int

  /// What a value lacks that was read from the text.
  var leftOut: String {
    count == 1 ? "the first value of a key" : "the first values of keys"
  }

  /// Adds what was found in another part of a text.
  func join(_ others: inout RepeatedKeys?) {
    guard let before = others else {
      others = self
      return
    }
    var first = before.offset <= offset ? before : self
    first.count = before.count + count
    others = first
  }

  /// - Parameters:
  ///   - place: the second occurrence in words, such as `line 3, column 7`.
  ///   - areShown: whether all of the values are shown, as rows are.
  package func remark(at place: String, areShown: Bool = false) -> String {
    let all =
      switch (count, areShown) {
      case (1, _): ""
      case (_, true): "; \(count) values in all follow another one of the same key"
      case (_, false): "; \(count) values in all are lost this way"
      }
    let outcome = areShown ? "both of its values are shown" : "only its last value counts"
    return "\(place): the key '\(key)' appears twice in one record, and \(outcome)\(all)"
  }

  /// - Complexity: O(bytes up to the key); meant to be said once.
  func remark(in text: SourceText) -> String {
    remark(at: text.place(ofByte: offset).words)
  }
}

/// A reader of texts that stand for one value.
package protocol ValueReader {
  /// - Parameter repeats: set to what was lost to keys that appear twice in one record.
  static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?) throws(DataError) -> Value

  /// A place in words: the line and column, or the byte where a text has no lines.
  ///
  /// - Complexity: O(offset).
  static func place(ofByte offset: Int, in text: SourceText) -> String
}

extension ValueReader {
  package static func place(ofByte offset: Int, in text: SourceText) -> String {
    text.place(ofByte: offset).words
  }

  package static func read(_ text: SourceText) throws(DataError) -> Value {
    var repeats: RepeatedKeys?
    return try read(text, &repeats)
  }
}

/// What was read from a text.
package struct FileContent: Sendable {
  var value: Value
  /// The form that it was read in.
  var title: String
  /// What was found on the way and is worth a word.
  var remarks: [String] = []
  /// Halves of characters that no text can hold, and what to say of them.
  var lone: (LoneSurrogates, remark: String)?
  /// What the text holds and the value does not, so that it can't be saved: `the bad line`.
  var leftOut: String?
  /// How its lines are written, if it is separated values.
  var manner: CSVManner?
}

extension FileContent {
  /// Notes something else that the text holds and the value does not.
  mutating func leaveOut(_ words: String) {
    leftOut = [words, leftOut].compactMap(\.self).joined(separator: " and ")
  }

  /// What is said when the value is saved; nil where it has all of the text.
  func savingRemark(_ name: String) -> String? {
    let notSaved = leftOut.map { "not saved: \($0) that '\(name)' has" }
    let remarks = [lone?.0.savingRemark, notSaved].compactMap(\.self)
    return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
  }

  /// What a reader makes of a text, and what it lost to keys that appear twice.
  init(_ text: SourceText, _ reader: (some ValueReader).Type, _ title: String) throws(DataError) {
    var repeats: RepeatedKeys?
    let value = try reader.read(text, &repeats)
    let remark = repeats.map { $0.remark(at: reader.place(ofByte: $0.offset, in: text)) }
    self.init(
      value: value, title: title, remarks: [remark].compactMap(\.self), leftOut: repeats?.leftOut)
  }
}

extension SourceText {
  package func tooDeep(at offset: Int) -> DataError {
    .tooDeep(file: file, at: place(ofByte: offset), limit: ValueBuilder.depthLimit)
  }
}
