import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `view`: the viewport as text.
struct ViewCommand: ShelfCommand {
  private static let table = CommandOption(
    "table", nil, "the viewport alone, without title and reuse lines")
  private static let layers = CommandOption(
    "layers", Parameter("NAMES", .choice(of: PictureLayer.self)),
    "aligned grids: what is written, how it is styled, which cell is there")

  static let declaration = Command(
    "view", aliases: ["v"], .look, "print the viewport", options: [table, layers, .json],
    discussion: """
      Prints the visible part of the table as plain text, the same bytes for the same state, \
      never wider than the viewport. The two lines below it count what the recycling table \
      view did.
      """,
    examples: [
      .init("view", "print the viewport"),
      .init("down 1; right 2; view --table", "scroll both ways, then look"),
      .init("view --layers text,id", "see which cell object is where"),
    ],
    related: ["stats", "status", "show"])

  private enum Form {
    case picture, json
    case layers([PictureLayer])
  }

  private let form: Form
  private let hasChrome: Bool

  init(_ call: Invocation) throws(CommandError) {
    hasChrome = !call.has(Self.table)
    if call.has(.json) {
      form = .json
    } else if let word = call.option(Self.layers) {
      form = .layers(try Self.readLayers(word))
    } else {
      form = .picture
    }
  }

  private static func readLayers(_ word: Word) throws(CommandError) -> [PictureLayer] {
    var layers: [PictureLayer] = []
    for name in word.text.split(separator: ",") {
      guard let layer = PictureLayer(rawValue: String(name)) else {
        throw CommandError(
          .badValue(
            String(name), argument: "layer",
            expected: PictureLayer.words.joined(separator: ", ")),
          at: word.range)
      }
      layers.append(layer)
    }
    return layers
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let picture = workspace.picture(of: try workspace.current(), withChrome: hasChrome)
    @Sendable func json() -> [String] { [ViewEncoder.json.encode(picture).trimmingEnd()] }
    switch form {
    case .json: return Output(lines: [], json: json())
    case .layers(let layers):
      let text = ViewEncoder.layers(layers).encode(picture)
      var output = Output(text.trimmingEnd())
      output.json = json()
      return output
    case .picture:
      var output = Output(lines: picture.lines, json: json())
      output.isViewport = true
      output.tell(fields: Self.visibleFields(picture.snapshot, picture.chrome.grid))
      return output
    }
  }

  /// Address, text and detail of each cell in view, or its address and the columns in view.
  private static func visibleFields(_ snapshot: ViewportSnapshot, _ grid: GridFrame?) -> [[String]]
  {
    snapshot.rows.flatMap { $0.strip?.cells ?? [$0.cell] }.map { cell in
      let content = cell.content
      guard let grid, !content.columns.isEmpty else {
        return [cell.address.description, content.text, content.detail ?? ""]
      }
      let columns = cell.address.item == nil ? grid.places.map(\.index) : grid.columnsInView
      return [cell.address.description]
        + columns.map { index in content.columns.first { $0.column == index }?.text ?? "" }
    }
  }
}

extension PictureLayer: Keyword {}
