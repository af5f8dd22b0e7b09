internal import CDaybook

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Opening a file.
extension Environment {
  /// Opens the file and looks at it first; registers it, because a process may have it open once.
  static func opened(
    path: String, options: Options
  ) throws(LMDBError) -> (OpenFile, PagesLeft) {
    let data = path + "/data.mdb"
    if !options.createsFiles, access(data, F_OK) != 0 {
      let code: LMDBError.Code = errno == ENOTDIR ? .notDirectory : .noSuchFile
      throw LMDBError(code: code, call: "access", detail: data)
    }
    try NewDataFile.refuseEmpty(at: data)
    Fork.watch()
    var size = options.mapSize
    var tries = 0
    while true {
      do throws(LMDBError) {
        let found = try attempt(path: path, data: data, options: options, mapSize: size)
        if let found { return found }
        throw FileBinding.replaced("\(data) is replaced all the time")
      } catch {
        // A process that another thread starts holds what was closed until it has begun.
        if error.code == .replaced, tries < FileBinding.tries {
          tries += 1
          usleep(FileBinding.pause)
          continue
        }
        // An address space that is too small for the map (iOS gives an app little): halve it.
        guard error.code.rawValue == ENOMEM, size > 1 << 26 else { throw error }
        size /= 2
      }
    }
  }

  /// nil when the files were replaced meanwhile.
  private static func attempt(
    path: String, data: String, options: Options, mapSize: Int
  ) throws(LMDBError) -> (OpenFile, PagesLeft)? {
    let environment = try created(options, mapSize: mapSize)
    do {
      try OpeningCheck.roots(data)
      var left = PagesLeft.nothing
      let binding = try Registry.opening(path) { () throws(LMDBError) in
        let binding = try FileBinding(path)
        do throws(LMDBError) {
          try OneFlush.settle(path)
          left = try OpeningCheck.pages(data, options.pageChecks)
          let code = mdb_env_open(environment, path, UInt32(MDB_NOTLS), 0o600)
          try check(code, "mdb_env_open")
          if try !binding.holds(environment, in: path) {
            mdb_env_close(environment)
            binding.close()
            return nil
          }
          // A file is made with one commit.
          if commits(environment) <= 1 { try NewDataFile.keepName(in: path) }
          try clearStaleReaders(environment)
          return binding
        } catch {
          binding.close()
          throw error
        }
      }
      return binding.map { (OpenFile(environment, $0), left) }
    } catch {
      mdb_env_close(environment)
      let detail = error.detail.isEmpty ? path : error.detail
      throw LMDBError(code: error.code, call: error.call, detail: detail)
    }
  }

  /// An environment with its settings, which is not open yet.
  static func created(
    _ options: Options, mapSize: Int
  ) throws(LMDBError) -> OpaquePointer {
    var created: OpaquePointer?
    try check(mdb_env_create(&created), "mdb_env_create")
    guard let environment = created else {
      throw LMDBError(code: .init(rawValue: ENOMEM), call: "mdb_env_create")
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

  private static func commits(_ environment: OpaquePointer) -> Int {
    var information = MDB_envinfo()
    mdb_env_info(environment, &information)
    return information.me_last_txnid
  }
}
