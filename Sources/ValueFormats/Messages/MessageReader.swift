import Documents
import Files
import TableModel

/// How values are written in bytes: what `MessageReader` asks of CBOR, MessagePack and BSON.
protocol MessageNotation: Sendable {
  init()

  /// Reads what stands here; of a container no more than its beginning.
  mutating func item(_ bytes: inout MessageBytes) throws(DataError) -> MessageItem

  /// Reads the key of the element that stands here.
  mutating func key(_ bytes: inout MessageBytes) throws(DataError) -> String

  /// Whether a container of unknown length ends here, and goes over its end.
  mutating func ends(_ bytes: inout MessageBytes) throws(DataError) -> Bool

  /// What was left out, in whole sentences.
  var remarks: [String] { get }
}

/// What stands at a place. Containers of a known length have that many elements.
enum MessageItem {
  case value(Value)
  case list(count: Int?)
  case record(count: Int?)
}

/// Reads values one after another, without recursion. A file of one value is that value; one of several,
/// which each of the three formats allows, is their list.
struct MessageReader<Notation: MessageNotation> {
  private var bytes: MessageBytes
  private var notation = Notation()
  private var builder = ValueBuilder()
  private var open: [Container] = []

  private struct Container {
    /// How many elements are to come; nil where that shows at the end.
    var left: Int?
    var isRecord: Bool
  }

  /// - Throws: `DataError.damaged` with the byte where the damage shows, or `.tooDeep`.
  /// - Complexity: O(bytes).
  static func read(_ text: SourceText) throws(DataError) -> (value: Value, remarks: [String]) {
    var reader = MessageReader(bytes: MessageBytes(text))
    var values: [Value] = []
    while !reader.bytes.isAtEnd { values.append(try reader.readValue()) }
    let value = values.count == 1 ? values[0] : .array(values)
    return (value, reader.notation.remarks + reader.repeatedKeys)
  }

  private init(bytes: MessageBytes) { self.bytes = bytes }

  private mutating func readValue() throws(DataError) -> Value {
    repeat {
      if try closesContainer() { continue }
      if open.last?.isRecord ?? false { builder.add(key: try notation.key(&bytes)) }
      let start = bytes.position
      switch try notation.item(&bytes) {
      case .value(let value): builder.add(value)
      case .list(let count): try begin(isRecord: false, count, at: start)
      case .record(let count): try begin(isRecord: true, count, at: start)
      }
    } while !open.isEmpty
    return builder.take() ?? .null
  }

  private mutating func begin(isRecord: Bool, _ count: Int?, at start: Int) throws(DataError) {
    if builder.isFull {
      throw .tooDeep(file: bytes.text.file, at: nil, limit: ValueBuilder.depthLimit)
    }
    isRecord ? builder.beginRecord(at: start) : builder.beginArray()
    open.append(Container(left: count, isRecord: isRecord))
  }

  /// Closes the innermost container where nothing more is to come, else counts the next element.
  private mutating func closesContainer() throws(DataError) -> Bool {
    guard let container = open.last else { return false }
    let isOver = if let left = container.left { left == 0 } else { try notation.ends(&bytes) }
    if isOver {
      open.removeLast()
      builder.end()
    } else if let left = container.left {
      open[open.count - 1].left = left - 1
    }
    return isOver
  }

  private var repeatedKeys: [String] {
    guard let repeats = builder.repeats else { return [] }
    let all = repeats.lost == 1 ? "" : "; \(repeats.lost) values in all are lost this way"
    return [
      "the key '\(repeats.key)' appears twice in the record at byte \(repeats.start),"
        + " and only its last value counts\(all)"
    ]
  }
}

extension MessageNotation {
  mutating func ends(_ bytes: inout MessageBytes) throws(DataError) -> Bool { false }

  /// A key that may be any value but a container.
  mutating func key(_ bytes: inout MessageBytes) throws(DataError) -> String {
    let start = bytes.position
    switch try item(&bytes) {
    case .value(.string(let text)): return text
    case .value(.data(let data)): return data.hexadecimal
    case .value(.date(let date)):
      return JSONWriter.text(of: .date(date)).filter { $0 != "\"" }
    case .value(let value): return JSONWriter.text(of: value)
    case .list, .record: throw bytes.damaged(at: start, "a key that is a list or a record")
    }
  }
}

extension FileForm {
  /// A form of messages in a notation.
  static func messages<Notation: MessageNotation>(_ title: String, in notation: Notation.Type)
    -> FileForm
  {
    FileForm(title, noting: { text throws(DataError) in try MessageReader<Notation>.read(text) })
  }
}
