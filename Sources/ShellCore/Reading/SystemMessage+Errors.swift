import Foundation

extension SystemMessage {
  /// What kept a file from being read or written: the system's own words where it has any.
  static func text(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return text(Int32(underlying.code))
    }
    return (error as NSError).localizedDescription
  }
}
