/// A file that cases work on, written when the first of them is run and kept.
enum GeneratedFile: Hashable {
  /// A nested document, its size in millions of bytes.
  case catalogue(megabytes: Int, form: Catalogue.Form = .lines)
  /// The same as a property list in XML.
  case propertyList(megabytes: Int)
  /// So many flat records.
  case records(Int)
  /// Another version of them, a thousand of which are not the same.
  case changedRecords(Int)
  /// A document of an unusual shape.
  case odd(OddDocument)

  /// Its name in the folder for what is generated.
  var name: String {
    switch self {
    case .catalogue(let megabytes, let form):
      "catalogue-v\(Catalogue.version)-\(megabytes)mb"
        + (form == .lines ? ".json" : "-\(form.rawValue).json")
    case .propertyList(let megabytes): "catalogue-v\(Catalogue.version)-\(megabytes)mb.plist"
    case .odd(let document): document.name
    case .records(let count): "records-v\(Records.version)-\(count).ndjson"
    case .changedRecords(let count): "records-v\(Records.version)-\(count)-changed.ndjson"
    }
  }

  func write(to path: String) throws(BenchError) {
    switch self {
    case .catalogue(let megabytes, let form):
      try Catalogue.write(to: path, bytes: megabytes * 1_000_000, form: form)
    case .propertyList(let megabytes):
      try Catalogue.writePropertyList(to: path, bytes: megabytes * 1_000_000)
    case .odd(let document): try document.write(to: path)
    case .records(let count): try Records.write(to: path, count: count)
    case .changedRecords(let count): try Records.writeChanged(to: path, count: count)
    }
  }
}
