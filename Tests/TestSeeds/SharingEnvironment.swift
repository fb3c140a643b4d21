package import CommandLanguage
import Opening
import TableModel

extension Environment {
  /// The standard one, which reads a bundled dataset once for all tests.
  package static let sharing: Environment = {
    var environment = Environment.standard { false }
    let open = environment.open
    environment.open = { path, options throws(DataError) in
      try SharedDocuments.document(at: path, options: options) { () throws(DataError) in
        try open(path, options)
      }
    }
    return environment
  }()
}
