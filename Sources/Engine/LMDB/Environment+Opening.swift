internal import CDaybook

/// Opening a file.
extension Environment {
  /// A file that was opened, and what was found before.
  struct Opened {
    let file: OpenFile
    let left: PagesLeft
    let journal: JournalOutcome
  }

  /// Opens the file and looks at it first; registers it, because a process may have it open once.
  static func opened(
    path: String, options: Options
  ) throws(LMDBError) -> Opened {
    let data = path + "/data.mdb"
    if !options.createsFiles, access(data, F_OK) != 0 {
      let code: LMDBError.Code = errno == ENOTDIR ? .notDirectory : .noSuchFile
      try NewDataFile.refuseJournalAlone(path)
      throw LMDBError(code: code, call: "access", detail: data)
    }
    try NewDataFile.refuseEmpty(at: data)
    Fork.watch()
    var size = options.mapSize
    var tries = 0
    while true {
      do throws(LMDBError) {
        return try attempt(path: path, data: data, options: options, mapSize: size)
      } catch {
        // A process that another thread starts holds what was closed until it has begun.
        // So does one that is ending what it had locked, and a thread of this process that has
        // done its work and is letting go of the file. Whoever opens it was waited for already.
        let mayPass =
          error.code == .replaced || (error.code == .busy && error.call != FileBinding.opening)
        if mayPass, tries < FileBinding.tries {
          tries += 1
          options.pausing?()
          usleep(FileBinding.pause)
          continue
        }
        // An address space that is too small for the map (iOS gives an app little): halve it.
        guard error.code == .noMemory, size > 1 << 26 else { throw error }
        size /= 2
      }
    }
  }

  private static func attempt(
    path: String, data: String, options: Options, mapSize: Int
  ) throws(LMDBError) -> Opened {
    var left: PagesLeft?
    var outcome = JournalOutcome.nothing
    let file = try Registry.opening(path) { () throws(LMDBError) in
      let environment = try created(options, mapSize: mapSize)
      var binding: FileBinding?
      do throws(LMDBError) {
        let bound = try FileBinding(path, keepsName: options.keepsName)
        binding = bound
        let company = try bound.enter(pausing: options.pausing)
        (outcome, left) = try JournalRedo.run(in: path, bound, company, options.pageChecks)
        let before = try OpeningCheck.roots(data)
        if left == nil {
          left = try OpeningCheck.pages(data, outcome.mayLackPages ? .atOpen : options.pageChecks)
        }
        let code = mdb_env_open(environment, path, UInt32(MDB_NOTLS | MDB_NOSYNC), 0o600)
        try check(code, "mdb_env_open")
        try bound.checkOpened(environment, in: path)
        // It takes a file without bytes for a new one, and writes root pages into it.
        if commits(environment) == 0, before > 0 {
          throw LMDBError(
            code: .corrupted, call: "mdb_env_open",
            detail: "\(data) was emptied while it was opened")
        }
        if company == .nobody { try requireOwnLock(environment, data) }
        bound.admitOthers()
        try requireRoom()
        // A file is made with one commit.
        if commits(environment) <= 1 { try NewDataFile.keepName(in: path) }
        let room = options.keepsName ? options.journal.area / 8 : 0
        return OpenFile(environment, bound, room: room)
      } catch {
        // While nobody else opens: closing either's descriptor of the lock file would end the lock
        // of another environment of this process.
        mdb_env_close(environment)
        binding?.close()
        let detail = error.detail.isEmpty ? path : error.detail
        throw LMDBError(code: error.code, call: error.call, detail: detail)
      }
    }
    _ = try MapGate(file).clearStaleReaders()
    return Opened(file: file, left: left ?? .nothing, journal: outcome)
  }

  /// An environment with its settings, which is not open yet.
  static func created(
    _ options: Options, mapSize: Int
  ) throws(LMDBError) -> OpaquePointer {
    var created: OpaquePointer?
    try check(mdb_env_create(&created), "mdb_env_create")
    guard let environment = created else {
      throw LMDBError(code: .noMemory, call: "mdb_env_create")
    }
    do {
      try check(
        mdb_env_set_maxdbs(environment, UInt32(options.maximumTables)), "mdb_env_set_maxdbs")
      try check(
        mdb_env_set_maxreaders(environment, UInt32(options.maximumReaders)),
        "mdb_env_set_maxreaders")
      try check(mdb_env_set_mapsize(environment, mapSize), "mdb_env_set_mapsize")
    } catch {
      mdb_env_close(environment)
      throw error
    }
    return environment
  }

  /// What a process needs beside the map, in bytes: without memory the Swift runtime ends it at any
  /// place.
  package static let room = 1 << 27

  /// Looks whether the address space has room for so many more bytes. Wraps `mmap` and `munmap`.
  ///
  /// - Throws: `LMDBError` with ENOMEM.
  package static func requireRoom(_ bytes: Int = room) throws(LMDBError) {
    let start = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    if start != MAP_FAILED {
      munmap(start, bytes)
      return
    }
    throw LMDBError(
      code: .init(rawValue: errno), call: "mmap",
      detail: "there is no room for \(bytes >> 20) MiB beside the file"
    )
  }

  /// LMDB writes the number of the newest commit into the lock file when it has that alone, and
  /// otherwise goes by what is there. Somebody may have had it locked meanwhile, such as one who
  /// compacts, and have put another file there.
  ///
  /// - Throws: `LMDBError` `replaced`: closed and opened again, LMDB has the lock file alone.
  private static func requireOwnLock(
    _ environment: OpaquePointer, _ data: String
  ) throws(LMDBError) {
    var read: OpaquePointer?
    // Without a slot for a reader nothing is known; whoever reads looks again.
    guard mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &read) == 0 else { return }
    defer { mdb_txn_abort(read) }
    if mdb_txn_id(read) == commits(environment) { return }
    throw FileBinding.replaced("\(data) was replaced while it was opened")
  }

  private static func commits(_ environment: OpaquePointer) -> Int {
    var information = MDB_envinfo()
    mdb_env_info(environment, &information)
    return information.me_last_txnid
  }
}
