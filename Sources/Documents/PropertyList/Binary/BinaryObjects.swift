import Files
import Synchronization
import TableModel

/// The objects of a mapped binary property list, found through its table of offsets.
///
/// An object is known by its number. Nothing is read before it is asked for.
final class BinaryObjects: Sendable {
  let file: MappedFile
  /// An unused reader, to be copied.
  private let reader: BinaryPropertyListReader
  /// The fields of records whose children were asked for: their keys decide which of them count.
  private let known = Guarded<[Int: [BinaryChildren.Child]]>([:])

  /// At most this many records are kept.
  private static let mostKnown = 256

  /// - Throws: `DataError.damaged` for a file without a sound trailer.
  init(file: MappedFile) throws(DataError) {
    self.file = file
    reader = try BinaryPropertyListReader(file: file.path, BinaryBytes(file))
  }

  var top: BinaryChildren.Child {
    BinaryChildren.Child(
      key: nil, object: reader.trailer.top,
      place: file.count - BinaryPropertyListReader.Trailer.size)
  }

  /// The whole value of an object.
  func value(_ child: BinaryChildren.Child) throws(DataError) -> Value {
    var reader = reader
    return try reader.readObject(child.object, referredFrom: child.place)
  }

  /// Reads many objects one after the other, which together may not unfold without end.
  struct Sequence {
    fileprivate var reader: BinaryPropertyListReader

    mutating func value(_ child: BinaryChildren.Child) throws(DataError) -> Value {
      reader.forgetScalars()
      return try reader.readObject(child.object, referredFrom: child.place)
    }
  }

  var sequence: Sequence { Sequence(reader: reader) }

  /// The beginning of the document as a value of its own.
  ///
  /// - Parameter share: how many objects to read.
  func head(_ share: Int) throws(DataError) -> DocumentHead {
    var reader = reader
    let value = try reader.readObject(top.object, referredFrom: top.place, share: share)
    return DocumentHead(value: value, isWhole: !reader.isExhausted, isSequence: false)
  }

  /// A check of the whole file.
  var verification: BinaryVerification { BinaryVerification(reader) }

  enum Kind {
    case record
    case list
    case null
    case scalar
  }

  func kind(_ child: BinaryChildren.Child) throws(DataError) -> Kind {
    switch reader.bytes[try reader.offset(of: child.object, referredFrom: child.place)] & 0xF0 {
    case 0xD0: .record
    case 0xA0, 0xC0: .list
    case 0x00: try value(child).isNull ? .null : .scalar
    default: .scalar
    }
  }

  /// The children of a container; a scalar counts as its own only child, null as none.
  ///
  /// - Complexity: O(1) for lists; O(fields) for a record that is asked for the first time.
  func children(of child: BinaryChildren.Child) throws(DataError) -> BinaryChildren {
    switch try kind(child) {
    case .record: return .fields(try fields(of: child))
    case .list:
      let (start, count) = try references(of: child, perElement: 1)
      return .elements(start: start, count: count)
    case .null: return .fields([])
    case .scalar:
      return .fields([BinaryChildren.Child(key: nil, object: child.object, place: child.place)])
    }
  }

  func element(_ number: Int, from start: Int) -> BinaryChildren.Child {
    let place = start + number * reader.trailer.referenceSize
    return BinaryChildren.Child(key: nil, object: reader.reference(at: place), place: place)
  }

  /// Where the references of a container begin, and how many elements it has.
  private func references(of child: BinaryChildren.Child, perElement: Int)
    throws(DataError) -> (start: Int, count: Int)
  {
    let offset = try reader.offset(of: child.object, referredFrom: child.place)
    let length = try reader.length(at: offset)
    try reader.check(
      length.content, length.count, reader.trailer.referenceSize * perElement, of: "a container")
    return (length.content, length.count)
  }

  /// The fields of a record in their order; of equal keys the last value counts.
  private func fields(of child: BinaryChildren.Child) throws(DataError) -> [BinaryChildren.Child] {
    if let fields = known.withLock({ $0[child.object] }) { return fields }
    let (start, count) = try references(of: child, perElement: 2)
    var fields: [BinaryChildren.Child] = []
    var positions: [String: Int] = [:]
    var reader = reader
    for number in 0..<count {
      let place = start + number * reader.trailer.referenceSize
      let key = try reader.readScalar(self.reader.reference(at: place), referredFrom: place)
      guard case .string(let key) = key else {
        throw reader.damaged(at: place, "a key that is not text")
      }
      var field = element(count + number, from: start)
      field.key = key
      if let position = positions.updateValue(fields.count, forKey: key) {
        positions[key] = position
        fields[position] = field
      } else {
        fields.append(field)
      }
    }
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[child.object] = fields
    }
    return fields
  }

  /// What a path leads to from an object; nil where it leads nowhere.
  func find(_ path: FieldPath, from child: BinaryChildren.Child)
    throws(DataError) -> BinaryChildren.Child?
  {
    var child = child
    for step in path.steps {
      switch (step, try kind(child)) {
      case (.key(let key), .record):
        guard let next = try fields(of: child).last(where: { $0.key == key }) else { return nil }
        child = next
      case (.index(let index), .list):
        let (start, count) = try references(of: child, perElement: 1)
        let number = index < 0 ? count + index : index
        guard (0..<count).contains(number) else { return nil }
        child = element(number, from: start)
      default: return nil
      }
    }
    return child
  }

  /// What an object says about itself: its scalars and small records, without its lists.
  func outline(_ child: BinaryChildren.Child, readsLists: Bool, depth: Int = 4)
    throws(DataError) -> Value
  {
    switch try kind(child) {
    case .list: return readsLists ? try value(child) : .array([])
    case .null, .scalar: return try value(child)
    case .record:
      var record = Record()
      guard depth > 0 else { return .record(record) }
      for field in try fields(of: child) {
        record[field.key ?? ""] = try outline(field, readsLists: readsLists, depth: depth - 1)
      }
      return .record(record)
    }
  }
}

/// The children of a container in a binary property list.
enum BinaryChildren: Sendable {
  struct Child: Sendable {
    /// The key that leads to it in a record.
    var key: String?
    /// The number of the object.
    var object: Int
    /// The byte that refers to it, for errors.
    var place: Int
  }

  /// References that lie one after the other in the file.
  case elements(start: Int, count: Int)
  case fields([Child])

  var count: Int {
    switch self {
    case .elements(_, let count): count
    case .fields(let fields): fields.count
    }
  }

  /// A child, which has to be there.
  func child(_ number: Int, in objects: BinaryObjects) -> Child {
    switch self {
    case .elements(let start, _): objects.element(number, from: start)
    case .fields(let fields): fields[number]
    }
  }
}

/// The bytes of a binary file: in memory, or left where they are and mapped.
struct BinaryBytes: Sendable {
  private enum Storage: Sendable {
    case array([UInt8])
    case mapped(MappedFile)
  }

  private let storage: Storage
  let count: Int

  init(_ array: [UInt8]) {
    storage = .array(array)
    count = array.count
  }

  init(_ file: MappedFile) {
    storage = .mapped(file)
    count = file.count
  }

  /// A byte, which the caller has checked to be there.
  subscript(index: Int) -> UInt8 {
    switch storage {
    case .array(let array): array[index]
    case .mapped(let file): file.buffer[index]
    }
  }

  /// Some bytes, which the caller has checked to be there.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    switch storage {
    case .array(let array): array[range]
    case .mapped(let file): file.copy(range)[...]
    }
  }
}
