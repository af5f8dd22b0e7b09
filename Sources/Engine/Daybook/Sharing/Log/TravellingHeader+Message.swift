extension TravellingHeader {
  /// The header of a message from a peer.
  ///
  /// - Throws: `StoreError`: `invalidArgument`, `tooLarge`.
  init(of message: borrowing TransactionMessage) throws {
    self.init()
    do { try message.header.withUnsafeBytes { try read($0) } } catch {
      throw StoreError(
        .invalidArgument,
        "the header of a transaction of replica \(message.replica) cannot be read: \(error)",
        cause: error)
    }
    try Limits.checkTexts(author: author, context: context, process: process)
    try Limits.checkTexts(author: undoAuthor, context: nil, process: nil)
    guard wallTime.timeIntervalSince1970.isFinite else {
      throw StoreError(
        .invalidArgument,
        "a transaction of replica \(message.replica) has a wall time that is no date")
    }
    // Writers count from 1; what has no place among its writer's could never be told from the
    // others.
    if sequence == 0 {
      throw StoreError(
        .invalidArgument,
        "a transaction of replica \(message.replica) has no sequence; they count from 1")
    }
  }
}
