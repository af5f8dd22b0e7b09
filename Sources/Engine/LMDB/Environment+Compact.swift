internal import CDaybook

extension Environment {
  /// Puts a copy without free pages in place of the data file of the directory `path`.
  ///
  /// Wraps `mdb_env_copy2` with `MDB_CP_COMPACT`, then flushes and renames. LMDB's own lock file is
  /// locked meanwhile as LMDB locks it while it opens, so that no process can open the old file.
  ///
  /// - Returns: the sizes of the file, in bytes.
  /// - Throws: `LMDBError`: `EAGAIN` when a process has the file open and still has it a second
  ///   later, `ENOENT` when there is none.
  public static func compact(path: String) throws(LMDBError) -> (before: Int, after: Int) {
    let data = path + "/data.mdb"
    let copy = path + "/compact"
    try NewDataFile.refuseJournalAlone(path)
    let before = try size(data)
    unlink(copy + "/data.mdb")
    rmdir(copy)
    guard mkdir(copy, 0o700) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "mkdir", detail: copy)
    }
    defer {
      unlink(copy + "/data.mdb")
      rmdir(copy)
    }
    let roots: [UInt8]
    do {
      let environment = try Environment(
        path: path, options: Options(createsFiles: false, pageChecks: .atOpen))
      roots = try rootPages(data)
      try environment.copy(to: copy)
    }
    let lock = try lockExclusively(path + "/lock.mdb", tries: FileBinding.tries)
    defer { close(lock) }
    guard try rootPages(data) == roots else {
      throw LMDBError(code: .busy, call: "mdb_env_copy2", detail: "\(path) was written meanwhile")
    }
    try keepMode(of: data, in: copy + "/data.mdb")
    try DriveFlush.flush(copy + "/data.mdb")
    let after = try size(copy + "/data.mdb")
    guard rename(copy + "/data.mdb", data) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "rename", detail: data)
    }
    try DriveFlush.flush(path)
    return (before, after)
  }

  /// Locks the first byte of LMDB's lock file, on which every open environment holds a read lock.
  ///
  /// - Parameter tries: how often, `FileBinding.pause` apart.
  /// - Throws: `LMDBError`: `EAGAIN`, with the number of a process that holds it.
  static func lockExclusively(_ path: String, tries: Int = 1) throws(LMDBError) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    var range = flock(F_WRLCK, 0, 1)
    for attempt in 1...tries {
      if fcntl(file, F_SETLK, &range) == 0 { return file }
      if attempt < tries { usleep(FileBinding.pause) }
    }
    // What is asked for is answered in its place. A process of another container has no number.
    let isKnown = fcntl(file, F_GETLK, &range) == 0 && range.l_pid > 0
    close(file)
    let holder = isKnown ? "process \(range.l_pid)" : "another process"
    throw LMDBError(code: .busy, call: "fcntl", detail: "\(path) is in use by \(holder)")
  }

  /// The two pages that every commit changes one of.
  private static func rootPages(_ path: String) throws(LMDBError) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 2 * Int(sysconf(Int32(_SC_PAGESIZE))))
    let count = pread(file, &bytes, bytes.count, 0)
    guard count == bytes.count else {
      throw LMDBError(code: .corrupted, call: "pread", detail: path)
    }
    return bytes
  }

  /// Lets the copy be read and written by whom the file may be; until then it is in a private
  /// directory.
  private static func keepMode(of data: String, in copy: String) throws(LMDBError) {
    var status = stat()
    guard stat(data, &status) == 0, chmod(copy, status.st_mode & 0o7777) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "chmod", detail: copy)
    }
  }

  private static func size(_ path: String) throws(LMDBError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "stat", detail: path)
    }
    return Int(status.st_size)
  }
}
