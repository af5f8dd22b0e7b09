/// Looks at a data file before LMDB maps and trusts it.
///
/// Both roots and the free list always; branches when there are few; all of a small file. What is
/// left is looked at while the file is used, by `Environment.walkPages`.
enum OpeningCheck {
  /// Files of at most so many pages are looked at in full: 2 MiB, a millisecond from the cache and
  /// about six from a disk.
  static let smallFile: UInt64 = 512
  /// So many branch pages are looked at before the file is used; at 100,000 events there are some
  /// 180.
  static let fewBranches: UInt64 = 256

  /// Throws unless the roots make sense, before anybody acts on what they say. Returns the number
  /// of the newest commit.
  static func roots(_ data: String) throws(LMDBError) -> UInt64 {
    let commits = try steady(data) { (roots, file) throws(PageFault) -> UInt64 in
      try roots.check(file)
      return roots.fields(roots.newest).transaction
    }
    return commits ?? 0
  }

  /// Looks at the file, and says what is left.
  static func pages(_ data: String, _ checks: PageChecks) throws(LMDBError) -> PagesLeft {
    let left = try steady(data) { (roots, file) throws(PageFault) -> PagesLeft in
      try roots.check(file)
      let walk = PageWalk(file, roots.fields(roots.newest))
      return try look(walk, checks, mustHaveFreed: roots.mustHaveFreed)
    }
    return left ?? .nothing
  }

  /// The same by a root that stands elsewhere, while nobody writes.
  static func pages(
    of root: [UInt8], _ data: String, _ descriptor: Int32, pageSize: Int, _ checks: PageChecks
  ) throws(LMDBError) -> PagesLeft {
    let fields = root.withUnsafeBytes { RootPages.Fields($0) }
    do throws(PageFault) {
      let file = try PageFile(descriptor, pageSize: pageSize)
      try fields.check(file)
      return try look(PageWalk(file, fields), checks, mustHaveFreed: false)
    } catch {
      throw LMDBError(code: .corrupted, call: "mdb_env_open", detail: "\(data): \(error.text)")
    }
  }

  private static func look(
    _ walk: PageWalk, _ checks: PageChecks, mustHaveFreed: Bool
  ) throws(PageFault) -> PagesLeft {
    try walk.freeList(mustHaveFreed: mustHaveFreed)
    try walk.tables()
    let isSmall = checks == .inBackground && walk.fields.last < smallFile
    if checks == .atOpen || isSmall || walk.isShort {
      try walk.branches()
      _ = try walk.leaves { false }
      return .nothing
    }
    if checks == .none { return .nothing }
    guard walk.branchCount <= fewBranches else { return .branchesAndLeaves }
    try walk.branches()
    return .leaves
  }

  /// Runs `body`; again when another process has committed meanwhile and it found a fault.
  ///
  /// nil when the file is none of LMDB's, which that says, or when it is written all the time: then
  /// those who write have looked at it.
  private static func steady<R>(
    _ data: String, _ body: (RootPages, PageFile) throws(PageFault) -> R
  ) throws(LMDBError) -> R? {
    let descriptor = open(data, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    for _ in 0..<16 {
      let before = try? RootPages(descriptor)
      do throws(PageFault) {
        guard let roots = try RootPages(descriptor) else { return nil }
        return try body(roots, try PageFile(descriptor, pageSize: roots.pageSize))
      } catch {
        if (try? RootPages(descriptor)) != before { continue }
        throw LMDBError(code: .corrupted, call: "mdb_env_open", detail: "\(data): \(error.text)")
      }
    }
    return nil
  }
}
