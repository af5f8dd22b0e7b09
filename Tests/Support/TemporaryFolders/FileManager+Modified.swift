public import Foundation

extension FileManager {
  /// Has a file look as if it was written at a time, to the second: a fraction is now and then
  /// rounded to a whole second of microseconds, which the system refuses.
  public func setModified(_ path: String, to time: Date) throws {
    let seconds = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    try setAttributes([.modificationDate: seconds], ofItemAtPath: path)
  }
}
