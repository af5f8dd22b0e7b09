#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension AtomicFolder {
  /// How many bytes its user may still write on the disk that holds the folder; nil where the disk
  /// does not tell, or there is no folder. Wraps `statvfs`.
  package var room: Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0, status.f_frsize > 0 else { return nil }
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? Int.max : Int(clamping: bytes.partialValue)
  }
}
