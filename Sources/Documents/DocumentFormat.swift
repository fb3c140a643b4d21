/// The formats of files that can be asked for by name.
package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
  case json
  case ndjson
  /// A property list in any of its three forms.
  case plist
}

/// What a file turned out to hold.
enum TextFormat: Sendable, Hashable {
  case json
  case ndjson
  case xmlPropertyList
  case binaryPropertyList
  case oldPropertyList

  /// The name that people know the format by.
  var name: String {
    switch self {
    case .json: "JSON"
    case .ndjson: "NDJSON"
    case .xmlPropertyList: "property list (XML)"
    case .binaryPropertyList: "property list (binary)"
    case .oldPropertyList: "property list (old text form)"
    }
  }
}
