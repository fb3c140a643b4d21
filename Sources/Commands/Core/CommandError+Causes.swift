import TableEngine
import TableModel

/// Reads data; what goes wrong there is what goes wrong with the command.
func reading<T>(_ body: () throws(DataError) -> T) throws(CommandError) -> T {
  do { return try body() } catch { throw CommandError(.data(error)) }
}

/// Does something with a table view; what it refuses, the command refuses.
func engine<T>(_ body: () throws(EngineError) -> T) throws(CommandError) -> T {
  do { return try body() } catch { throw CommandError(.engine(error)) }
}
