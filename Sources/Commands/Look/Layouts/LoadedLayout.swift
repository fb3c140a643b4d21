package import Rendering
import TableEngine
import TableModel

/// A layout, and the file it was read from.
package struct LoadedLayout: Sendable, Hashable {
  package var layout: CellLayout
  package var path: String
  /// True for one of those that come with the program.
  package var isBundled: Bool
}

extension Look {
  /// The layout of a style's name.
  package func layout(named name: String) -> CellLayout? {
    layouts.first { $0.layout.identifier == name }?.layout
  }

  /// True when a rule asks for a style that is not built in.
  var usesLayouts: Bool {
    styles.contains { if case .custom = $0.value { true } else { false } }
  }

  /// The names of styles that are not built in, as rules ask for them.
  var layoutsAskedFor: [String] {
    styles.compactMap { if case .custom(let name) = $0.value { name } else { nil } }
  }

  /// The fields that cells show by their layouts, each once.
  var layoutFields: [FieldPath] {
    var paths: [FieldPath] = []
    for name in layoutsAskedFor {
      for path in layout(named: name)?.fields ?? [] where !paths.contains(path) {
        paths.append(path)
      }
    }
    return paths
  }

  /// Adds a layout; one of the same name gives way.
  mutating func add(_ loaded: LoadedLayout) {
    let name = loaded.layout.identifier
    if let index = layouts.firstIndex(where: { $0.layout.identifier == name }) {
      layouts[index] = loaded
    } else {
      layouts.append(loaded)
    }
  }
}
