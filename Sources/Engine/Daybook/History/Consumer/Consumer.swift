extension History {
  /// A named reader of the history whose place is kept in the store.
  ///
  /// ```swift
  /// let badges = store.history.consumer("badges", where: .kind(FeedSession.self))
  /// try await badges.process { transaction, draft in
  ///   try draft.append(BadgeEvent.earned, to: badge(transaction))
  /// }
  /// ```
  /// Two sorts of work: `process` writes into the store, and its place moves in the same commit, so
  /// each transaction is worked on exactly once, whatever is killed when. `deliver` is for work
  /// outside; the place moves after it, so each transaction is delivered at least once.
  ///
  /// Transactions come in order of arrival. Work that throws is tried again after a pause, and
  /// nothing is skipped. What the consumer wrote itself (its author) does not come back to it.
  public struct Consumer: Sendable {
    /// The stable name. Reaches the disk.
    public let name: String
    /// The author of what `process` writes; transactions of this author are left out.
    public let author: String
    /// How work that threw is tried again.
    public var retry = Retry()
    /// How durable a commit of the consumer is when it returns. By default `.relaxed`: a power cut
    /// may undo work together with the place, or deliver again what was delivered.
    public var durability = Durability.relaxed

    let store: EventStore
    let filter: Filter

    init(store: EventStore, name: String, author: String?, filter: Filter) {
      precondition(
        !name.isEmpty && name.utf8.count <= 200, "the name of a consumer has 1 to 200 bytes")
      self.store = store
      self.name = name
      self.author = author ?? name
      self.filter = filter && .notAuthor(self.author)
    }

    /// How far it is; nil before its first run.
    public func token() throws -> Token? {
      try store.read { reader in
        try reader.log.consumer(name).map { Token(store: store.id, transaction: $0.transaction) }
      }
    }
  }

  /// How often and after which pauses work that threw is tried again.
  public struct Retry: Sendable {
    /// The first pause; each further one is twice as long.
    public var first = Duration.milliseconds(100)
    /// The longest pause.
    public var longest = Duration.seconds(60)
    /// After so many failures of one piece of work in a row its error is thrown; never by default.
    public var attempts = Int.max
    /// Waits for a pause to pass.
    public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Pauses of 0.1 s, 0.2 s and so on up to a minute, without end.
    public init() {}

    /// The pause after so many failures in a row.
    func pause(after failures: Int) -> Duration {
      var pause = first
      for _ in 1..<max(failures, 1) where pause < longest { pause = pause * 2 }
      return min(pause, longest)
    }
  }

  /// How far one consumer is.
  public struct ConsumerState: Sendable {
    /// Its name.
    public let name: String
    /// The last transaction that it is done with.
    public let token: Token
    /// How many transactions came after that, including unwanted ones. A consumer that follows
    /// writes down its place after up to 256 unwanted ones, not after each.
    public let lag: UInt64
  }
}
