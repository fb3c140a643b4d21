/// What the program's exit status tells, the same for scripts, pipes and `-c`.
package enum ExitStatus {
  package static let success: Int32 = 0
  package static let commandFailed: Int32 = 1
  package static let usage: Int32 = 2
  package static let dataNotOpened: Int32 = 3
  package static let mismatch: Int32 = 4
  package static let interrupted: Int32 = 130
}
