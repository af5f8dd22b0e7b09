internal import CDaybook

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A flush that the drive obeys too.
///
/// On Apple systems `fsync` gives the drive what was written and does not make it empty its cache,
/// which may write in any order (`man 2 fsync` there). LMDB calls `F_FULLFSYNC` for its data since
/// 0.9.34 (ITS#10296) and for its root page since 0.9.36 (ITS#10454). With an older one, whatever
/// package or system it comes from, every commit is made as `OneFlush` makes it, in which no flush
/// between data and root is needed, and is flushed from here.
enum DriveFlush {
  /// Whether LMDB's own flushes do not reach the medium.
  static let isNeeded: Bool = {
    #if canImport(Darwin)
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    mdb_version(&major, &minor, &patch)
    return (major, minor, patch) < (0, 9, 36)
    #else
    return false
    #endif
  }()

  /// Returns when the file is on the medium. Wraps `fcntl(F_FULLFSYNC)`, elsewhere `fsync`.
  static func flush(_ descriptor: Int32, _ path: @autoclosure () -> String) throws(LMDBError) {
    #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    // A volume that does not know it, such as one on a network, has `fsync` alone.
    guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else {
      throw LMDBError(code: .init(rawValue: errno), call: "fcntl(F_FULLFSYNC)", detail: path())
    }
    #endif
    guard fsync(descriptor) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "fsync", detail: path())
    }
  }

  /// The same for the file with a name.
  static func flush(_ path: String) throws(LMDBError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    defer { close(file) }
    try flush(file, path)
  }
}
