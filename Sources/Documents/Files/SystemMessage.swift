import Foundation

/// The system's words for what went wrong with a file.
package enum SystemMessage {
  /// `no such file or directory` and the like for an error number, to be quoted in a message.
  package static func text(_ code: Int32) -> String {
    guard let words = strerror(code) else { return "error \(code)" }
    let message = String(cString: words)
    return message.prefix(1).lowercased() + message.dropFirst()
  }

  /// What kept a file from being read or written: the system's own words where it has any.
  package static func text(of error: any Error) -> String {
    if case .system(let code) = error as? FileReplacement.Failure { return text(code) }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return text(Int32(underlying.code))
    }
    // Foundation does not always say which system error it has met.
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return text(ENOENT)
    case .fileWriteNoPermission, .fileReadNoPermission: return text(EACCES)
    default: break
    }
    return (error as NSError).localizedDescription
  }
}
