/// A flush that the drive obeys too.
///
/// On Apple systems `fsync` gives the drive what was written and does not make it empty its cache,
/// which may write in any order (`man 2 fsync` there): `F_FULLFSYNC` does.
enum DriveFlush {
  /// Returns when the file's content is on the medium. Wraps `fcntl(F_FULLFSYNC)`, elsewhere
  /// `fdatasync`, which leaves the times of the file for later.
  static func flushData(
    _ descriptor: Int32, _ path: @autoclosure () -> String
  ) throws(LMDBError) {
    #if canImport(Darwin)
    try flush(descriptor, path())
    #else
    guard fdatasync(descriptor) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "fdatasync", detail: path())
    }
    #endif
  }

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
