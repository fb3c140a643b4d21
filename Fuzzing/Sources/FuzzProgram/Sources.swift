import Foundation
import FuzzHarness
import Opening
import TableModel

@testable import PostgresSource
@testable import shelf

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  // Under the name of the program it is the program.
  if CommandLine.arguments.first?.hasSuffix("/shelf") == true { Program.main() }
  FuzzTarget.choose(among: FuzzTarget.sources + FuzzTarget.languages + [FuzzTarget.session])
  return 0
}

extension FuzzTarget {
  /// The recognition of formats, and what servers send.
  fileprivate static let sources = [
    FuzzTarget("detect", of: ["Documents"]) { bytes in open(bytes, as: nil, among: .all) },
    FuzzTarget("postgres", of: ["PostgresSource/Values"], readPostgres),
  ]

  /// A value of each type of a server; the first byte says of which.
  private static func readPostgres(_ bytes: [UInt8]) {
    let types: [PostgresType] = [
      .bool, .number, .text, .bytes, .date, .moment, .json, .pairs,
      .array(of: .number, delimiter: UInt8(ascii: ",")),
      .array(of: .array(of: .text, delimiter: UInt8(ascii: ",")), delimiter: UInt8(ascii: ";")),
      .composite([.init(name: "a", type: .text), .init(name: "b", type: .json)]),
      .array(
        of: .composite([.init(name: "a", type: .pairs)]), delimiter: UInt8(ascii: ",")),
    ]
    guard let first = bytes.first else { return }
    let value = bytes.dropFirst().withUnsafeBufferPointer { text in
      types[Int(first) % types.count].value(text)
    }
    readAgain(value)
  }
}
