internal import CLMDB

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes a data file so that it is there whole or not at all.
///
/// LMDB takes an empty file for a new one. A process that dies while it makes one would leave such a
/// file, and then nobody could tell it from a store whose content was lost; so an empty file is refused.
enum NewFile {
  /// Makes the file at `path` unless there is one.
  static func make(at path: String) throws(LMDBError) {
    if access(path, F_OK) == 0 { return }
    let draft = "\(path).\(getpid()).new"
    defer { unlink(draft) }
    try fill(draft)
    // Another process may have been first. Where the file system has no links, LMDB makes the file.
    link(draft, path)
  }

  /// - Throws: `MDB_INVALID` when the file at `path` is empty.
  static func refuseEmpty(at path: String) throws(LMDBError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_size == 0 {
      throw LMDBError(code: .invalid, call: "mdb_env_open", detail: "\(path) is empty")
    }
  }

  /// Makes the name of the file, and that of its directory, last over a power cut.
  ///
  /// What a commit flushes is the file, and a file without a name is lost. Whoever sees an environment
  /// without a commit does this before its own; so whoever sees a commit need not. File systems that
  /// cannot flush a directory say so, and are left alone.
  static func keepName(in directory: String) throws(LMDBError) {
    for path in [directory, directory + "/.."] {
      guard let descriptor = FileLength.openForReading(path) else { continue }
      defer { close(descriptor) }
      if fsync(descriptor) != 0, errno == EIO {
        throw LMDBError(code: .inputOutput, call: "fsync", detail: path)
      }
    }
  }

  /// Writes the root pages of an empty environment and flushes them.
  private static func fill(_ path: String) throws(LMDBError) {
    var created: OpaquePointer?
    try check(mdb_env_create(&created), "mdb_env_create")
    defer { mdb_env_close(created) }
    try check(mdb_env_set_mapsize(created, 1 << 16), "mdb_env_set_mapsize")
    let flags = UInt32(MDB_NOSUBDIR | MDB_NOLOCK)
    try check(mdb_env_open(created, path, flags, 0o644), "mdb_env_open")
    try check(mdb_env_sync(created, 1), "mdb_env_sync")
  }
}
