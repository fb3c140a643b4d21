import CEditShim
import CLibedit
import ShellCore

extension LibeditReader {
  /// Connects libedit to this reader; false when it is told not to edit.
  func configure() -> Bool {
    let raw = handle.raw
    _ = ed_set_context(raw, Unmanaged.passUnretained(self).toOpaque())
    _ = ed_set_int(raw, EL_SIGNAL, 0)
    _ = ed_set_prompt(raw, { LibeditReader.of($0)?.promptPointer }, 0x01)
    _ = ed_set_reader(raw, { LibeditReader.of($0)?.readCharacter(into: $1) ?? 0 })
    for action in EditorAction.all {
      _ = ed_add_command(raw, action.name, action.help, action.run)
    }
    // Which mode libedit starts in differs from system to system.
    _ = ed_set_string(raw, EL_EDITOR, settings.editMode.rawValue)
    // Return and line feed stay apart, so that a paste keeps its line breaks as they are.
    for mode in ["-icrnl", "-inlcr"] { _ = ed_set_modes(raw, "-d", mode) }
    bindKeys()
    // The settings say the mode, also where the file chooses it.
    Editrc.ofUser().apply(to: raw) { !$0.choosesMode }
    var isEditing: Int32 = 1
    _ = ed_get_int(raw, EL_EDITMODE, &isEditing)
    return isEditing != 0
  }

  /// Takes up what the user set since the last line.
  func applySettings() {
    settings = assistant.settings()
    let mode = settings.editMode
    guard (mode == .vi) != isVi else { return }
    // Choosing a mode forgets every binding, so they are made again.
    _ = ed_set_string(handle.raw, EL_EDITOR, mode.rawValue)
    bindKeys()
    Editrc.ofUser().apply(to: handle.raw) { !$0.choosesMode }
  }

  private func bindKeys() {
    var mode: UnsafePointer<CChar>?
    _ = ed_get_string(handle.raw, EL_EDITOR, &mode)
    isVi = mode.map { String(cString: $0) == "vi" } ?? false
    for action in EditorAction.all {
      for key in action.keys(isVi: isVi) { _ = ed_bind(handle.raw, key, action.name) }
      guard isVi else { continue }
      for key in action.viCommandKeys { _ = ed_bind_vi(handle.raw, key, action.name) }
    }
  }
}
