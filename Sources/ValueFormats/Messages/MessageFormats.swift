package import Documents
import Files
import TableModel

/// Binary messages. They are known by the names of their files, since nearly all bytes are values.
extension FileFormat {
  /// CBOR, RFC 8949, and sequences of it, RFC 8742.
  package static let cbor = FileFormat(
    name: "cbor", title: "CBOR", one: "CBOR", endings: ["cbor", "cborseq"],
    reading: .text(
      TextReading(
        mayBeEmpty: true, isBinary: true,
        signature: { $0.bytes.starts(with: CBOR.signature) ? .cbor : nil }, forms: { _ in [.cbor] })
    ))

  package static let messagePack = FileFormat(
    name: "msgpack", title: "MessagePack", one: "MessagePack", endings: ["msgpack", "mpk"],
    reading: .text(
      TextReading(mayBeEmpty: true, isBinary: true) { _ in
        [.messages("MessagePack", in: MessagePack.self)]
      }))

  /// Documents of MongoDB, and dumps of collections: one document behind another.
  package static let bson = FileFormat(
    name: "bson", title: "BSON", one: "BSON", endings: ["bson"],
    reading: .text(
      TextReading(mayBeEmpty: true, isBinary: true) { _ in [.messages("BSON", in: BSON.self)] }))
}

extension FileForm {
  fileprivate static let cbor = FileForm.messages("CBOR", in: CBOR.self)
}
