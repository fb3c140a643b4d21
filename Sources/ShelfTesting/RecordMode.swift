import Foundation
import ShellCore

/// When a snapshot is written instead of compared.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// Every snapshot is written anew.
  case all
  /// Snapshots that do not exist are written.
  case missing
  /// Snapshots that differ are written, and those that do not exist.
  case failed
  /// Nothing is written.
  case never

  /// The mode for tests that do not name one: `SHELF_RECORD` from the environment, `never` where
  /// `CI` is set, else `missing`.
  public static var standard: RecordMode {
    if ContinuousIntegration.isOn { return .never }
    let value = ProcessInfo.processInfo.environment["SHELF_RECORD"] ?? ""
    return RecordMode(rawValue: value) ?? .missing
  }

  func records(isMissing: Bool) -> Bool {
    switch self {
    case .all: true
    case .failed: true
    case .missing: isMissing
    case .never: false
    }
  }
}
