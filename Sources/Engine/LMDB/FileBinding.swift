internal import CDaybook

/// Holds a data file and the lock file beside it together, while a process has them open.
///
/// LMDB finds its lock file by name. When `data.mdb` is replaced while somebody has the old one
/// open, or one file has two names in two directories, processes share a lock and not the file, or
/// the file and not the lock; then each takes the other's transaction number for its own, and
/// writes over what was acknowledged.
///
/// So each process holds two shared locks of the system: in the data file at a place that the lock
/// file's identity gives, and in the lock file at a place that the data file's identity gives. A
/// lock at any other place is of somebody who has put them together otherwise. The system drops
/// them with the process, so nothing of them is ever stale, and nothing is stored. A third one, in
/// the lock file too, tells who opens the file whether anybody of this library has it open.
///
/// Open file description locks (F_OFD_SETLK of fcntl(2), Linux 3.15; macOS has the same call),
/// because those of a process end when it closes any descriptor of the file. Where the file system
/// has none, the file is opened without.
final class FileBinding: Sendable {
  /// The file that `data.mdb` was when it was bound, and the lock file.
  let data: Registry.FileID
  let lock: Registry.FileID
  let directory: String
  /// The name of the data file.
  private let path: String
  private let keepsName: Bool
  /// Bytes of the data file when it was bound: LMDB makes none shorter.
  private let size: off_t
  private let dataDescriptor: Int32
  let lockDescriptor: Int32

  /// LMDB locks the first bytes of its lock file, and nothing of the data file.
  private static let start: Int64 = 1 << 61
  private static let places: Int64 = 1 << 60
  /// How often one that is held otherwise is tried again, and microseconds between: a second.
  static let tries = 100
  static let pause: UInt32 = 10_000

  /// Binds the files of a directory, or finds who has bound them otherwise.
  ///
  /// The descriptors stay open until `close`: closing one of the lock file ends LMDB's own lock.
  ///
  /// - Throws: `LMDBError`: `replaced` when another process has other files open under this name,
  ///   or these under another.
  init(_ directory: String, keepsName: Bool) throws(LMDBError) {
    (self.directory, self.keepsName) = (directory, keepsName)
    path = directory + "/data.mdb"
    let lockPath = directory + "/lock.mdb"
    dataDescriptor = open(path, O_RDONLY | O_CLOEXEC)
    lockDescriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard dataDescriptor >= 0, lockDescriptor >= 0, let data = Registry.FileID(dataDescriptor),
      let lock = Registry.FileID(lockDescriptor)
    else {
      let code = errno
      for descriptor in [dataDescriptor, lockDescriptor] where descriptor >= 0 {
        _ = systemClose(descriptor)
      }
      throw LMDBError(
        code: .init(rawValue: code), call: "open", detail: dataDescriptor < 0 ? path : lockPath)
    }
    (self.data, self.lock) = (data, lock)
    var status = stat()
    size = fstat(dataDescriptor, &status) == 0 ? status.st_size : 0
    let isOwn = Self.bind(dataDescriptor, at: lock)
    guard isOwn, Self.bind(lockDescriptor, at: data) else {
      close()
      throw Self.replaced(
        isOwn
          ? "another process has the file open that was at \(path) before"
          : "another process has \(path) open with another lock file: \(lockPath) was removed or replaced, or it opened the file under another name"
      )
    }
  }

  // MARK: Opening

  /// Who else has the file open in this library.
  enum Company {
    case nobody, others
    /// The file system has no locks that tell.
    case unknown
  }

  /// How often somebody who is opening the file is waited for: a minute.
  private static let patience = 6000
  /// Behind those of `ProcessLock`.
  private static let openers: Int64 = 0x1FFF_FFFF_FFFF_FFFD

  /// The call that fails when whoever is opening the file does not come to an end.
  static let opening = "F_OFD_SETLK"

  /// Waits for whoever is opening the file, and looks who has it open. Whoever has it alone keeps
  /// others from opening it until `admitOthers`, or `close`.
  ///
  /// Before LMDB's own lock, which programs take too that know nothing of the journal.
  ///
  /// - Parameter pausing: called before each pause, for tests.
  /// - Throws: `LMDBError` `busy` after so many tries: whoever is opening the file may be stopped.
  func enter(
    tries: Int = patience, pausing: (() -> Void)? = nil
  ) throws(LMDBError) -> Company {
    for _ in 0..<tries {
      if lockOpeners(F_WRLCK) { return .nobody }
      if errno == EINTR { continue }
      guard errno == EAGAIN || errno == EACCES else { return .unknown }
      // Whoever had it may have gone in between.
      if lockOpeners(F_RDLCK) { return lockOpeners(F_WRLCK) ? .nobody : .others }
      pausing?()
      usleep(Self.pause)
    }
    throw LMDBError(
      code: .busy, call: Self.opening,
      detail: "another process has been opening \(path) for \(tries / 100) seconds: it looks at a "
        + "large file, or is stopped. Open it again later, or end that process")
  }

  /// Lets others open the file, which LMDB has opened.
  func admitOthers() { _ = lockOpeners(F_RDLCK) }

  private func lockOpeners(_ type: Int32) -> Bool {
    var range = flock(type, Self.openers, 1)
    return fcntl(lockDescriptor, OpenFileLock.set, &range) == 0
  }

  /// Ends the binding, after LMDB has closed its own descriptors.
  func close() {
    _ = systemClose(dataDescriptor)
    _ = systemClose(lockDescriptor)
  }

  /// - Throws: `LMDBError` `replaced` unless LMDB has opened the files that are bound: they may
  ///   have been replaced in between.
  func checkOpened(_ environment: OpaquePointer, in directory: String) throws(LMDBError) {
    var descriptor: Int32 = -1
    try LMDB.check(mdb_env_get_fd(environment, &descriptor), "mdb_env_get_fd")
    guard Registry.FileID(descriptor) == data,
      Registry.FileID(path: directory + "/lock.mdb") == lock
    else { throw Self.replaced("\(path) was replaced while it was opened") }
  }

  /// Looks whether the name still leads to the file, and it is as long as it was, unless it was not
  /// to keep its name.
  ///
  /// - Throws: `LMDBError` `replaced`, also when the file has no name any more: what is written to
  ///   it is lost.
  func check() throws(LMDBError) {
    guard keepsName else { return }
    let found = Registry.FileID.status(of: path)
    if let status = found, Registry.FileID(status) == data {
      // Reading what was cut off would end the process.
      if status.st_size >= size { return }
      throw Self.replaced("\(path) was cut off, or another file is being copied over it")
    }
    // A folder that was moved takes its store along.
    var status = stat()
    if found == nil, fstat(dataDescriptor, &status) == 0, status.st_nlink > 0 { return }
    throw Self.replaced("\(path) is another file by now, or was removed")
  }

  static func replaced(_ detail: String) -> LMDBError {
    LMDBError(code: .replaced, call: "mdb_env_open", detail: detail)
  }

  /// Takes the shared lock; false when another place is locked.
  private static func bind(_ descriptor: Int32, at other: Registry.FileID) -> Bool {
    let place = other.place(of: places)
    var own = flock(F_RDLCK, start + place, 1)
    while fcntl(descriptor, OpenFileLock.set, &own) != 0 {
      if errno == EINTR { continue }
      // A file system without such locks.
      return true
    }
    let before = flock(F_WRLCK, start, place)
    let after = flock(F_WRLCK, start + place + 1, places - place - 1)
    for var others in [before, after] where others.l_len > 0 {
      guard fcntl(descriptor, OpenFileLock.get, &others) == 0 else { continue }
      if others.l_type != Int16(F_UNLCK) { return false }
    }
    return true
  }
}

/// The commands of fcntl(2) for locks of an open file description, F_OFD_SETLK and F_OFD_GETLK,
/// which headers show to few.
private enum OpenFileLock {
  #if canImport(Darwin)
  static let set: Int32 = 90
  static let get: Int32 = 92
  #else
  static let set: Int32 = 37
  static let get: Int32 = 36
  #endif
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
