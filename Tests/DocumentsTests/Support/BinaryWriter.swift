import TableModel

@testable import Documents

/// Writes values in binary form, each text once.
struct BinaryWriter {
  private var objects: [[UInt8]] = []
  private var texts: [String: Int] = [:]

  static func bytes(_ value: Value) -> [UInt8] {
    var writer = BinaryWriter()
    let top = writer.add(value)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in writer.objects {
      offsets += big(bytes.count, 4)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 4]
    return bytes + big(writer.objects.count, 8) + big(top, 8) + big(table, 8)
  }

  private static func big(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private mutating func add(_ value: Value) -> Int {
    var object: [UInt8]
    switch value {
    case .null: object = [0x00]
    case .bool(let flag): object = [flag ? 0x09 : 0x08]
    case .number(let number):
      switch number.numeric {
      case .int(let whole): object = [0x13] + Self.big(Int(whole), 8)
      case .double(let real): object = [0x23] + Self.big(Int(bitPattern: UInt(real.bitPattern)), 8)
      }
    case .string(let text): return add(text)
    case .date, .data: object = [0x40]
    case .array(let elements):
      let references = elements.map { add($0) }
      object = [0xAF, 0x12] + Self.big(references.count, 4)
      object += references.flatMap { Self.big($0, 4) }
    case .record(let record):
      let keys = record.fields.map { add($0.key) }
      let values = record.fields.map { add($0.value) }
      object = [0xDF, 0x12] + Self.big(keys.count, 4)
      object += (keys + values).flatMap { Self.big($0, 4) }
    }
    objects.append(object)
    return objects.count - 1
  }

  private mutating func add(_ text: String) -> Int {
    if let known = texts[text] { return known }
    let units = Array(text.utf16)
    objects.append(
      [0x6F, 0x12] + Self.big(units.count, 4) + units.flatMap { Self.big(Int($0), 2) })
    texts[text] = objects.count - 1
    return objects.count - 1
  }
}
