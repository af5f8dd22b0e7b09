internal import Synchronization

/// Checkpoints: records go on in the other area while the data file is flushed.
extension Journal {
  /// Makes the data file durable, and lets the records go on from there; ends the interval when no
  /// reader slot is left to keep its pages.
  func checkpoint(before id: UInt64) throws(LMDBError) {
    try finishCheckpoint()
    guard try startCheckpoint(before: id) else { return try endInterval(before: id) }
    try finishCheckpoint()
    isUnrecorded = false
  }

  /// Lets the records go on from the newest commit, in another interval. Returns whether its header
  /// is to be written with the first record.
  func goOn(before id: UInt64) throws(LMDBError) -> Bool {
    if isUnrecorded {
      try checkpoint(before: id)
    } else {
      // Before the next one, so that the file does not grow while the disk is behind.
      try finishCheckpoint()
      if try startCheckpoint(before: id) { return false }
      try endInterval(before: id)
    }
    return try begin(before: id)
  }

  /// Lets the records go on in the other area, while the data file is flushed.
  ///
  /// - Parameter id: the commit that is about to be made.
  /// - Returns: false, with nothing done, when no reader slot is left.
  func startCheckpoint(before id: UInt64) throws(LMDBError) -> Bool {
    guard let standing else { return true }
    invariant(coming == nil, "a checkpoint begins before the header of the last one is on disk")
    let root = try root(of: id - 1)
    try mark()
    comingPin = try makePin(id - 1)
    if comingPin == nil { return false }
    let header = JournalHeader(
      state: .open, epoch: standing.epoch + 1, interval: standing.next,
      previous: standing.interval, next: .random(in: 1 ... .max), sequence: tail.sequence,
      chain: tail.chain, area: standing.area, pageSize: standing.pageSize, root: root.bytes)
    coming = header
    let flushed = tail.flushed
    tail = Tail(header)
    tail.flushed = flushed
    keeper.flush()
    return true
  }

  /// Waits for the flush of a checkpoint, and puts its header on disk.
  func finishCheckpoint() throws(LMDBError) {
    guard let coming else { return }
    try gate.flushing { () throws(LMDBError) in
      try keeper.wait()
      try file?.write(coming)
      try file?.flush()
    }
    try stand(coming)
  }

  /// What is to be done when a header is on disk.
  func stand(_ header: JournalHeader) throws(LMDBError) {
    invariant(header == coming || header == standing, "a header is not of this interval")
    if header == coming {
      pin = comingPin.take()
      (standing, coming) = (header, nil)
      pinned.withLock { $0 = [Root.transaction(header.root)] }
    }
    isMarked = false
    try mark()
  }

  /// Writes the mark of the interval, unless it is there: the next header names it, so that it has
  /// to come to the disk with the flush before that.
  func mark() throws(LMDBError) {
    guard let standing, !isMarked else { return }
    try RootMark(interval: standing.interval, isOpen: true).write(data, pageSize: pageSize)
    isMarked = true
  }

  /// Puts the header of a new interval on disk without a record.
  func putHeader() throws(LMDBError) {
    guard let standing else { return }
    try file?.write(standing)
    try flushJournal()
    try stand(standing)
  }
}
