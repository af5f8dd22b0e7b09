internal import CDaybook
internal import Synchronization

/// Makes a data file so that it is there whole, with its first content, or not at all.
///
/// LMDB takes an empty file for a new one. A process that dies while it makes one would leave such
/// a file, and then nobody could tell it from a store whose content was lost; so an empty file is
/// refused.
enum NewDataFile {
  typealias Watch = @Sendable (CreationStep) -> Void

  /// Held while one is made: drafts have the number of the process, and those of two threads would
  /// be one file.
  private static let making = Mutex(())

  /// Makes the file in `directory`, and the directory, unless there is one.
  static func make(in directory: String, watch: Watch? = nil) throws(LMDBError) {
    try making.withLock { (_) throws(LMDBError) in
      guard let draft = try begin(directory, watch) else { return }
      defer { unlink(draft) }
      try DriveFlush.flush(draft)
      try name(draft, directory, watch)
    }
  }

  /// As above, with content.
  static func make(
    in directory: String, options: Environment.Options,
    fill: ((borrowing Environment) throws -> Void)?
  ) throws {
    let watch = options.creationStep
    try making.withLock { _ in
      guard let draft = try begin(directory, watch) else { return }
      defer { unlink(draft) }
      if let fill {
        var settings = options
        // Of the address space little is needed yet.
        settings.mapSize = min(options.mapSize, 1 << 22)
        // While the draft is there: its size tells a limit from a disk that is full or failing.
        do { try fill(try Environment(draft: draft, options: settings)) } catch let error
          as LMDBError
        {
          throw error.explained(at: draft)
        }
        watch?(.content)
      }
      try DriveFlush.flush(draft)
      try name(draft, directory, watch)
    }
  }

  /// Makes the directory and an empty environment under another name; nil when there is a file.
  private static func begin(_ directory: String, _ watch: Watch?) throws(LMDBError) -> String? {
    try makeFolder(directory)
    watch?(.directory)
    if access(directory + "/data.mdb", F_OK) == 0 { return nil }
    try refuseJournalAlone(directory)
    removeLeftovers(directory)
    watch?(.leftovers)
    let draft = draft(in: directory, of: "data.mdb")
    unlink(draft)
    do { try makeRoots(draft) } catch {
      let explained = error.explained(at: draft)
      unlink(draft)
      throw explained
    }
    watch?(.roots)
    return draft
  }

  private static func name(
    _ draft: String, _ directory: String, _ watch: Watch?
  ) throws(LMDBError) {
    // Another process may have been first. Where the file system has no links, LMDB makes the file.
    link(draft, directory + "/data.mdb")
    watch?(.name)
    unlink(draft)
    watch?(.draftGone)
  }

  /// The name of a file that gets the name `name` when it is whole.
  static func draft(in directory: String, of name: String) -> String {
    "\(directory)/\(name).\(getpid())\(suffix)"
  }

  private static let prefixes = ["data.mdb.", JournalFile.name + "."]
  private static let suffix = ".new"

  /// Removes what processes left that died while they made a file.
  static func removeLeftovers(_ directory: String) {
    guard let listing = opendir(directory) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      // Safety: the system ends the name with a zero within the entry.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let prefix = prefixes.first(where: name.hasPrefix), name.hasSuffix(suffix),
        let process = Int32(name.dropFirst(prefix.count).dropLast(suffix.count))
      else { continue }
      if process > 0, kill(process, 0) != 0, errno == ESRCH { unlink("\(directory)/\(name)") }
    }
  }

  /// - Throws: `MDB_INVALID` when the file at `path` is empty.
  static func refuseEmpty(at path: String) throws(LMDBError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_size == 0 {
      throw LMDBError(code: .invalid, call: "mdb_env_open", detail: "\(path) is empty")
    }
  }

  /// Refuses a folder that has the journal of a data file and not the file: the newest commits are
  /// in the journal, and another file there would overwrite them.
  ///
  /// - Throws: `ENODATA`.
  static func refuseJournalAlone(_ directory: String) throws(LMDBError) {
    // Whoever makes both makes the data file first.
    guard access("\(directory)/\(JournalFile.name)", F_OK) == 0,
      access("\(directory)/data.mdb", F_OK) != 0
    else { return }
    throw LMDBError(
      code: .dataMissing, call: "access",
      detail:
        "\(directory) has the journal of a store, with its newest commits, and no data.mdb: put that "
        + "back, or restore a backup elsewhere; to begin anew here, move the journal away")
  }

  /// Writes the root pages of an empty environment and flushes them.
  private static func makeRoots(_ path: String) throws(LMDBError) {
    var created: OpaquePointer?
    try check(mdb_env_create(&created), "mdb_env_create")
    defer { mdb_env_close(created) }
    try check(mdb_env_set_mapsize(created, 1 << 16), "mdb_env_set_mapsize")
    let flags = UInt32(MDB_NOSUBDIR | MDB_NOLOCK)
    try check(mdb_env_open(created, path, flags, 0o600), "mdb_env_open")
    try check(mdb_env_sync(created, 1), "mdb_env_sync")
  }
}
