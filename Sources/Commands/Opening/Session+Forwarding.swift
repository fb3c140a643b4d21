import DataSources
import TableModel

extension Session {
  func counting(_ source: any TableSource) -> (Int) throws(DataError) -> Void {
    environment.counting(source)
  }

  static func shape(from call: Invocation) throws(CommandError) -> Shape? {
    try Shape(statedIn: call)
  }
}

extension CommandTable {
  static let shapeOptions = Shape.options
}
