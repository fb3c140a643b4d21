package import Documents

extension FileFormats {
  /// The formats of this module, in the order in which they are named and tried.
  package static let valueFormats: [FileFormat] = [
    .feed, .xml, .toml, .yaml, .cbor, .messagePack, .bson,
  ]
}
