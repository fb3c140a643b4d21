import Files
import TableModel

extension DocumentHead {
  /// Less than that is enough where nearly all of it is one list.
  private static let short = 1 << 14
  /// A head with this many complete containers is enough to infer a shape from.
  private static let enough = 24
  /// Or with this many elements of one list, whatever they are.
  private static let enoughElements = 1 << 10

  /// Reads the head of a file.
  ///
  /// - Parameters:
  ///   - isSequence: nil to find out: a second value on a later line makes a sequence.
  ///   - mayBeShort: false to read at least the lesser of the sizes.
  /// - Throws: `DataError.malformed` when the head is not JSON.
  static func read(
    _ file: MappedFile, isSequence: Bool?, sizes: ClosedRange<Int> = sizes, mayBeShort: Bool = true
  ) throws(DataError) -> DocumentHead {
    if mayBeShort, short < sizes.lowerBound {
      let cut = HeadCut(file, size: short, isSequence: isSequence)
      if cut.completed >= enough || cut.elements >= enoughElements, cut.isMostlyOneList {
        return try cut.parsed(file)
      }
    }
    var size = sizes.lowerBound
    while true {
      let cut = HeadCut(file, size: size, isSequence: isSequence)
      let isEnough = cut.completed >= enough || cut.elements >= enoughElements
      if cut.isWhole || isEnough || size >= sizes.upperBound {
        return try cut.parsed(file)
      }
      size *= 4
    }
  }
}

/// Where a document can be cut, and the brackets that close it there.
struct HeadCut {
  /// Text up to here is kept.
  private var end: Int
  /// The kinds of the containers that are open there, true for records.
  private var open: [Bool] = []
  /// How many containers are complete.
  private(set) var completed = 0
  /// How many elements of the outermost list that is open at the end are complete.
  private(set) var elements = 0
  private let start: Int
  /// Where the outermost list that is open at the end begins; the start, in a sequence.
  private var list: Int?
  private(set) var isWhole: Bool
  private var isSequence: Bool

  /// - Parameter size: how much of the file to look at.
  /// - Complexity: O(size).
  init(_ file: MappedFile, size: Int, isSequence stated: Bool?) {
    start = FileText(file: file).start
    // In this order: what is complete now no longer grows.
    let isCut = file.endsAnywhere
    let count = file.count
    let limit = min(count, start + size)
    end = start
    isWhole = limit == count && !isCut
    isSequence = stated ?? false
    var kinds: [Bool] = []
    var index = start
    var values = 0
    var listDepth = 0
    var endOfLines = start
    while index < limit {
      let byte = file.bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        if kinds.isEmpty { values += 1 }
        index = JSONText.endOfString(from: index, to: limit, of: file.bytes)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if kinds.isEmpty { values += 1 }
        if list == nil, byte == UInt8(ascii: "[") {
          (list, listDepth, elements) = (index, kinds.count, 0)
        }
        kinds.append(byte == UInt8(ascii: "{"))
        end = index + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = kinds.popLast()
        if kinds.count == listDepth { (list, elements) = (nil, 0) }
        completed += 1
        end = index + 1
      case UInt8(ascii: ","):
        if list != nil, kinds.count == listDepth + 1 { elements += 1 }
        end = index
      case UInt8(ascii: "\n") where kinds.isEmpty:
        (end, endOfLines) = (index, index)
      default: break
      }
      index += 1
    }
    // Every bracket is a place to cut at, so there is no bracket after the last cut.
    (end, open) = isWhole ? (limit, []) : (end, kinds)
    // A record that is complete, with more to come, is the first of several.
    let isFirst = isCut && values == 1 && kinds.isEmpty && completed > 0 && isLine(file, limit)
    if stated == nil { isSequence = values > 1 || isFirst }
    if isSequence { beSequence(isCut && limit == count ? endOfLines : nil) }
  }

  /// - Parameter lines: where the last whole line ends, where only these are known.
  private mutating func beSequence(_ lines: Int?) {
    list = start
    if let lines { (end, open) = (lines, []) }
  }

  /// True for a text that begins with a record and ends with a line break.
  private func isLine(_ file: MappedFile, _ limit: Int) -> Bool {
    var first = start
    while first < limit, ASCII.isBlank(file.bytes[first]) { first += 1 }
    return first < limit && file.bytes[first] == UInt8(ascii: "{")
      && file.bytes[limit - 1] == UInt8(ascii: "\n")
  }

  /// True when a list goes on at the end that takes up seven eighths of the text at least.
  var isMostlyOneList: Bool { list.map { ($0 - start) * 8 <= end - start } ?? false }

  func parsed(_ file: MappedFile) throws(DataError) -> DocumentHead {
    let closers = open.reversed().map { $0 ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    let text = SourceText(file: file.path, bytes: file.copy(0..<end) + closers)
    let value = try isSequence ? .array(NDJSONReader.read(text)) : JSONReader.read(text)
    return DocumentHead(value: value, isWhole: isWhole, isSequence: isSequence)
  }
}
