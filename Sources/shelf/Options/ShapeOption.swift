import PredicateLanguage
import TableModel

/// `sections=PATH,rows=PATH,items=PATH,title=KEY`.
struct ShapeOption {
  var shape = Shape()

  init?(argument: String) {
    for part in argument.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let path = FieldPath(parsing: String(pair[1])) else { return nil }
      switch pair[0] {
      case "sections": shape.sections = path
      case "rows": shape.rows = path
      case "items": shape.items = path
      case "title": shape.title = path
      default: return nil
      }
    }
  }
}
