extension Environment {
  /// Looks at every page of the newest commit, without the map: damaged pages would make LMDB read
  /// where nothing is, or write over pages in use.
  ///
  /// Nobody waits meanwhile; pages that others replace are not used again before the end. O(pages
  /// in use), a few microseconds each, and about 60 bytes of memory for each leaf.
  ///
  /// - Throws: `MDB_CORRUPTED`, naming the page.
  public func checkPages() throws(LMDBError) { _ = try walkPages() }

  /// As `checkPages`, for a thread of its own.
  ///
  /// - Parameters:
  ///   - leavesToo: false for the roots, the free list and the branches alone.
  ///   - isCancelled: asked between two reads.
  ///   - afterBranches: called when these were found sound.
  /// - Returns: the number of the commit; nil when it was cancelled, or others commit all the time.
  public func walkPages(
    leavesToo: Bool = true, isCancelled: () -> Bool = { false }, afterBranches: () -> Void = {}
  ) throws(LMDBError) -> UInt64? {
    try walkPages(
      leavesToo: leavesToo, isCancelled: isCancelled, afterBranches: afterBranches,
      betweenRoots: {})
  }

  /// As the other, with what a test does after one of both roots was read.
  func walkPages(
    leavesToo: Bool, isCancelled: () -> Bool, afterBranches: () -> Void,
    betweenRoots: () -> Void
  ) throws(LMDBError) -> UInt64? {
    let descriptor = try descriptor()
    // Between the snapshot and the reading of its root two commits may pass.
    for _ in 0..<64 {
      let pin = try beginRead().pin()
      do throws(PageFault) {
        let read = try RootPages.settled(descriptor, between: betweenRoots)
        guard let roots = read else { throw PageFault("its roots are damaged") }
        let file = try PageFile(descriptor, pageSize: roots.pageSize)
        do throws(PageFault) { try roots.check(file, isWritten: true) } catch {
          // Roots that stay as they are hold what is wrong with them.
          if try RootPages.settled(descriptor) != roots { continue }
          throw error
        }
        guard let slot = roots.slot(of: pin.transaction) else { continue }
        let walk = PageWalk(file, roots.fields(slot))
        try walk.freeList(mustHaveFreed: slot == roots.newest && roots.mustHaveFreed)
        try walk.tables()
        try walk.branches()
        afterBranches()
        if leavesToo, try !walk.leaves(isCancelled: isCancelled) { return nil }
        return pin.transaction
      } catch {
        throw LMDBError(code: .corrupted, call: "mdb_page_get", detail: error.text)
      }
    }
    return nil
  }
}
