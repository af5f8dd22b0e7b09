internal import CDaybook

extension Environment {
  /// Writes a compact copy of the newest snapshot into the existing, empty directory `path`.
  ///
  /// Free pages are left out. Others may write meanwhile. Wraps `mdb_env_copy2`.
  public func copy(to path: String) throws(LMDBError) {
    gate.enter()
    defer { gate.leave() }
    try check(mdb_env_copy2(handle, path, UInt32(MDB_CP_COMPACT)), "mdb_env_copy2")
  }

  /// Writes a compact copy of the newest snapshot into a new file, which is on disk on return.
  ///
  /// Free pages are left out. Others may write meanwhile; only the map cannot grow before the end.
  /// The file is written through the cache, so that whoever reads it next finds it there. Wraps
  /// `mdb_env_copyfd2` with `MDB_CP_COMPACT`.
  ///
  /// - Throws: `LMDBError`; what was written of the file by then is left to the caller.
  public func copy(toFile path: String) throws(LMDBError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    defer { close(file) }
    gate.enter()
    let code = mdb_env_copyfd2(handle, file, UInt32(MDB_CP_COMPACT))
    gate.leave()
    try check(code, "mdb_env_copyfd2")
    try DriveFlush.flush(file, path)
  }
}
