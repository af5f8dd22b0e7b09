#if Tools
public import Daybook

/// How far a store takes part in a space.
public enum Sharing {
  /// It is nobody's but its own.
  case alone
  /// It was made to join a space, and the command that does so was killed.
  case begun
  /// It has joined a space, and has had no exchange yet.
  case joined
  /// It knows its space.
  case shared(Space)

  /// Looks how far a store takes part.
  public init(_ store: EventStore) throws {
    self = try store.read { reader in
      if let space = try reader.space() { return .shared(space) }
      if try reader.hasBegunToJoin() { return .begun }
      return try reader.pinnedFounder() == nil ? .alone : .joined
    }
  }

  /// The only owner of the space that a store was before it was restored from a backup, as which it
  /// has to go on: nobody could enrol it as another replica. Nil for any other store.
  func formerOnlyOwner(_ store: EventStore) throws -> Space.Member? {
    guard case .shared(let space) = self else { return nil }
    let (own, former) = try store.read { (try $0.replica(), try $0.formerReplica()) }
    guard let former, former != own, space.members[own] == nil, space.isOnlyOwner(former) else {
      return nil
    }
    return space.members[former]
  }

  /// Whether it belongs to a space.
  var isShared: Bool {
    switch self {
    case .joined, .shared: true
    case .alone, .begun: false
    }
  }

  /// Why a store has no members, and what to do.
  public func lack<Tool: StoreTool>(_ arguments: StoreArguments<Tool>) -> String {
    switch self {
    case .alone:
      "this store is not shared; to begin a space with it: "
        + arguments.command("sync init NAME --member YOU")
        + "; to join somebody’s, ask with a store that is not there yet: "
        + "\(Tool.name) sync request --store NEW"
    case .begun:
      "this store has begun to join a space; this goes on: "
        + arguments.command("sync join INVITATION")
    case .joined:
      "this store has joined a space and has had no exchange yet: "
        + arguments.command(KnownHub(arguments).isKnown ? "sync hub" : "sync folder DIR")
    case .shared: ""
    }
  }

  /// That so many transactions of a store are in no other one.
  static func unheard(_ count: UInt64) -> String {
    let count = Int(clamping: count)
    return
      "the \(Measures.count(count, "transaction")) that it has written "
      + "\(count == 1 ? "reaches" : "reach") nobody else"
  }
}

extension StoreArguments {
  /// Makes a store ready for what a command writes next: one that is shared, and was restored or
  /// copied, becomes a replica of its own before. Says so where the log is ahead of this clock.
  public func prepareToWrite(_ store: EventStore) throws {
    try noteClock(of: store)
    try mintIfCopied(store)
  }

  /// How a device that was let in is kept out, for who closes a link too late.
  var wayToShutOut: String {
    "to shut it out: \(command("sync revoke MEMBER")); who is one: \(command("sync members"))"
  }

  /// What is written now comes after all that there is, so a clock that was ahead once is so for
  /// good, and other devices refuse such times.
  private func noteClock(of store: EventStore) throws {
    let now = store.now()
    guard let newest = try store.read({ try $0.logClock(aheadOf: now) }) else { return }
    let isShared = if case .shared = try Sharing(store) { true } else { false }
    Terminal.error(
      "note: the newest entry here is of \(Instant.seconds(newest)), and this clock shows "
        + "\(Instant.seconds(now)): set this clock if it is wrong; if that one was, other devices "
        + "take in neither that entry nor what follows it until that time has come"
        + (isShared ? "; what to do: \(command("sync status"))" : ""))
  }
}
#endif
