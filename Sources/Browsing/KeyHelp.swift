import Commands
import Rendering

/// The keys in words, from the bindings that hold.
enum KeyHelp {
  static func text(_ own: OwnBindings) -> ScrolledText {
    var lines: [StyledLine] = []
    func add(_ title: String, _ rows: [(keys: String, words: String, command: String)]) {
      if rows.isEmpty { return }
      if !lines.isEmpty { lines.append(StyledLine()) }
      lines.append(StyledLine(title, TextStyle(.title, .bold)))
      for row in rows {
        var line = StyledLine("  ")
        line.append(StyledLine(row.keys, TextStyle(.accent)).padded(to: 18))
        line.append(StyledLine(row.words).padded(to: 42))
        line.append(row.command, TextStyle(.secondary))
        lines.append(line)
      }
    }
    add("Yours", own.list.map { ($0.key, "", $0.command) })
    for group in KeyBinding.Group.allCases {
      add(
        group.title,
        KeyBinding.standard.filter { $0.group == group }.compactMap { binding in
          let keys = binding.keys.filter { own[$0] == nil }
          return keys.isEmpty ? nil : (keys.joined(separator: " "), binding.summary, binding.words)
        })
    }
    return ScrolledText("keys", lines)
  }
}
