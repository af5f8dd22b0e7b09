internal import CDaybook

/// What LMDB tells of an environment.
extension Environment {
  /// The map's size in bytes.
  public var mapSize: Int { inMap { information.me_mapsize } }

  /// The number of the newest commit, of whichever process. Wraps `mdb_env_info`.
  ///
  /// Reads two pages of the map and waits while it is moved; costs about a microsecond.
  public var lastTransactionID: UInt64 { inMap { UInt64(information.me_last_txnid) } }

  /// Reader slots in use, over all processes.
  public var readers: Int { inMap { Int(information.me_numreaders) } }

  /// Bytes of the file that the newest commit reaches, free pages within included.
  public var usedBytes: Int {
    inMap { (information.me_last_pgno + 1) * Int(statistics.ms_psize) }
  }

  /// Tables of the newest commit, and rows that a program put beside them.
  public var tables: Int { inMap { statistics.ms_entries } }

  /// Runs `body`, which reads the root pages, while the map stays where it is.
  private func inMap<R>(_ body: () -> R) -> R {
    gate.enter()
    defer { gate.leave() }
    return body()
  }

  var statistics: MDB_stat {
    var statistics = MDB_stat()
    mdb_env_stat(handle, &statistics)
    return statistics
  }

  var information: MDB_envinfo {
    var information = MDB_envinfo()
    mdb_env_info(handle, &information)
    return information
  }
}
