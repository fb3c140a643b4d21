import Files
import TableModel

/// The way through the text from record to record, over the borders of their groups.
struct RecordWay: TextWay {
  private let table: IndexedTable
  private let text: RecordText
  /// The records that are left.
  private var records: Range<Int>
  /// The offset at which the next one begins, blanks before it included.
  private(set) var offset = 0
  /// The first record behind the group of the next one.
  private var groupEnd = 0
  /// The number of the next group.
  private var nextGroup = 0
  private var isInRecord = false
  private let isSequence: Bool

  /// True when the way ended early at a group that is neither a list nor a record: only a scan of its
  /// values serves it.
  private(set) var isUnfit = false

  /// - Parameter records: the numbers of the records to visit; all of them must be known.
  init(_ table: IndexedTable, _ records: Range<Int>) throws(DataError) {
    self.table = table
    self.records = records
    text = RecordText(file: table.index.file)
    isSequence = table.plan.isSequence && table.plan.depth == 1
    guard let first = records.first else { return }
    if table.plan.depth == 1 {
      groupEnd = table.known.totals[0]
      isInRecord = !isSequence && table.known.container.map { isRecord($0) } ?? false
    } else {
      groupEnd = first
      nextGroup = table.known.numberOfLowestGroup(withRecord: first) ?? 0
      try enterGroup()
    }
    offset = try table.start(ofRecord: first)
  }

  private func isRecord(_ container: Int) -> Bool {
    text.file.bytes[container] == UInt8(ascii: "{")
  }

  /// Goes to the next group that has records.
  private mutating func enterGroup() throws(DataError) {
    while groupEnd <= records.lowerBound {
      let level = table.plan.depth - 1
      guard let group = table.known.group(atLevel: level, nextGroup) else {
        throw .changedUnderneath(file: text.file.path)
      }
      nextGroup += 1
      guard !group.children.isEmpty else { continue }
      let container = group.entry.hasContainer ? group.entry.containerOffset : text.file.count
      let bracket = text.file.bytes[container]
      guard bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "{") else {
        isUnfit = true
        return
      }
      isInRecord = bracket == UInt8(ascii: "{")
      groupEnd = group.children.upperBound
      offset = container + 1
    }
  }

  /// Where the value of the next record begins; nil after the last one.
  @inline(__always)
  mutating func next() throws(DataError) -> Int? {
    guard !records.isEmpty else { return nil }
    if records.lowerBound == groupEnd { try enterGroup() }
    if isUnfit { return nil }
    let bytes = text.file.bytes
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return isInRecord ? try keyed() : offset
  }

  private func keyed() throws(DataError) -> Int {
    guard let value = text.cursor(at: offset).keyedValue() else { throw broken(offset) }
    return value
  }

  /// How many records stand one after the other from the next one on, with no key between them.
  var neighbours: Int {
    isInRecord ? 1 : min(records.upperBound, groupEnd) &- records.lowerBound
  }

  /// Goes on behind some neighbours, the last of which ends at an offset.
  @inline(__always)
  mutating func pass(_ count: Int, to end: Int) throws(DataError) {
    records = records.lowerBound &+ count..<records.upperBound
    offset = end
    if isSequence { return }
    let bytes = text.file.bytes
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    if records.lowerBound < groupEnd {
      guard bytes[offset] == UInt8(ascii: ",") else { throw broken(offset) }
      offset &+= 1
    } else {
      let bracket = isInRecord ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard bytes[offset] == bracket else { throw broken(offset) }
    }
  }

  private func broken(_ offset: Int) -> DataError {
    FileText(file: text.file).structureError(at: offset, isSequence: table.plan.isSequence)
  }
}
