import Files
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
    /// Where the container begins in the text, for readers that say so.
    var start: Int
  }

  private var values: [Value] = []
  private var keys: [String] = []
  private var frames: [Frame] = []
  /// By depth, the keys of the record that was closed there last: its neighbours have them too.
  private var shared: [RecordKeys?] = []
  /// The first record in which a key stands twice, and how many values were lost in all of them.
  package private(set) var repeats: (start: Int, key: String, lost: Int)?

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

  /// - Parameter start: where the record begins in the text.
  package mutating func beginRecord(at start: Int = 0) { begin(isRecord: true, at: start) }

  private mutating func begin(isRecord: Bool, at start: Int = 0) {
    frames.append(
      Frame(isRecord: isRecord, firstValue: values.count, firstKey: keys.count, start: start))
  }

  package mutating func add(key: String) { keys.append(key) }

  package mutating func add(_ value: Value) { values.append(value) }

  /// Closes the innermost container and adds it to the one around it.
  package mutating func end() {
    guard let frame = frames.popLast() else { return }
    let value: Value
    if frame.isRecord {
      value = .record(record(frame))
      keys.removeLast(keys.count - frame.firstKey)
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
    if record.count != names.count { note(&record, names, frame) }
    while shared.count <= depth { shared.append(nil) }
    shared[depth] = record.count == names.count ? RecordKeys(of: record) : nil
    return record
  }

  private mutating func note(_ record: inout Record, _ names: ArraySlice<String>, _ frame: Frame) {
    record.noteRepeated(names)
    let lost = (repeats?.lost ?? 0) + record.lostValues
    // What encloses another record begins before it and is finished after it.
    if let first = repeats, first.start < frame.start {
      repeats = (first.start, first.key, lost)
    } else {
      repeats = (frame.start, record.repeatedKeys.first?.key ?? "", lost)
    }
  }

  /// Takes the value that was finished last, if no container is open.
  package mutating func take() -> Value? {
    frames.isEmpty ? values.popLast() : nil
  }
}

extension SourceText {
  package func tooDeep(at offset: Int) -> DataError {
    .tooDeep(file: file, at: place(ofByte: offset), limit: ValueBuilder.depthLimit)
  }
}
