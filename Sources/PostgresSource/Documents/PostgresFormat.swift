package import Documents
import SQLTables
import TableModel

extension FileFormat {
  /// Databases of servers that speak PostgreSQL's protocol: read in windows, and never written to.
  package static let postgres = FileFormat(
    name: "postgres", title: "PostgreSQL databases", one: "a PostgreSQL database", endings: [],
    reading: .file(
      FileReading(recognizes: PostgresAddress.recognizes) {
        text, request, isInterrupted throws(DataError) in
        guard let address = PostgresAddress(text) else {
          throw .shape(
            message: "'\(text)' is not the address of a server",
            hint: "postgres://USER@HOST/DATABASE, service=NAME, or pg: and libpq's keywords")
        }
        return try DatabaseDocument(
          PostgresSystem(address, request, isInterrupted: isInterrupted), request)
      }))
}
