internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The environments that this process has open, by file rather than by path.
///
/// LMDB does not refuse a second handle on one file, and closing either drops the process's lock:
/// the next process then resets the reader table under the readers of the handle that is left.
enum Registry {
  struct FileID: Hashable {
    let device: UInt64
    let inode: UInt64

    /// The identity of the file at `path`; nil when there is none.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private static let open = Mutex<Set<FileID>>([])

  /// Runs `body`, which opens the file at `path`, and enters that file unless it is entered
  /// already.
  ///
  /// The set stays locked meanwhile, so that two openers of a fresh file cannot both win.
  static func opening(
    _ path: String, _ body: () throws(LMDBError) -> Void
  ) throws(LMDBError) -> FileID {
    try open.withLock { (files) throws(LMDBError) -> FileID in
      if let known = FileID(path: path), files.contains(known) {
        throw LMDBError(
          code: .busy, call: "mdb_env_open", detail: "\(path) is open in this process already")
      }
      try body()
      guard let file = FileID(path: path) else {
        throw LMDBError(code: .noSuchFile, call: "stat", detail: path)
      }
      files.insert(file)
      return file
    }
  }

  /// Runs `body`, which closes the file, and forgets it.
  ///
  /// The set stays locked meanwhile: the system may give the number of an unlinked file to a new
  /// one as soon as it is closed.
  static func closing(_ file: FileID, _ body: () -> Void) {
    open.withLock { files in
      body()
      files.remove(file)
    }
  }
}
