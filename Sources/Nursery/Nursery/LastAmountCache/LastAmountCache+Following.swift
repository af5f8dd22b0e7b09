public import Daybook

extension LastAmountCache {
  /// How far the cache has read, and what it knows.
  struct Progress: Codable, Equatable {
    var token: String
    /// The name of each baby, by its identifier.
    var names: [String: String] = [:]
    /// Names whose value came from the log; others were there before, or were moved from such.
    var written: Set<String> = []
  }

  /// The name of the cache among the consumers of the history.
  public static let consumerName = "nursery.lastAmountCache"

  /// Keeps the cache up to date as a consumer of the history, whose token is kept in the store.
  ///
  /// - Parameter follows: goes on with what is committed later until the task is cancelled.
  /// - Throws: as `History.Consumer.deliver`, or what the store of values throws.
  public func consume(_ store: EventStore, follows: Bool = false) async throws {
    try await store.history.consumer(Self.consumerName).deliver(follows: follows) { _ in
      try update(from: store)
    } rebase: { _ in
      try update(from: store)
    }
  }

  /// Takes over what was committed since the last update.
  ///
  /// Only keys of babies that were touched change. A rename moves the amount to the new name, also
  /// one that the log does not know of; the old key goes unless another baby has that name. The key
  /// of a deleted baby goes. Without earlier progress, or when the history since then was purged,
  /// every baby counts as touched.
  ///
  /// May run again for the same transactions: the outcome is the same.
  ///
  /// - Returns: the names whose keys changed, in order.
  /// - Throws: `StoreError`, or what the store of values throws.
  @discardableResult
  public func update(from store: EventStore) throws -> [String] {
    let old = try progress()
    let (state, touched, token) = try store.read { reader in
      (
        try LastAmounts(reader), try Self.babies(reader, touchedAfter: old?.token),
        try reader.token().description
      )
    }
    var progress = old ?? Progress(token: token)
    var names = Set<String>()
    for baby in Set(progress.names.keys).union(state.names.keys) {
      let (before, after) = (progress.names[baby], state.names[baby])
      guard before != after || touched?.contains(baby) ?? true else { continue }
      names.formUnion([before, after].compactMap(\.self))
      if let before, let after, before != after { try move(before, to: after, state, progress) }
    }
    let changed = try names.sorted().filter { try refresh($0, state, &progress) }
    progress.token = token
    progress.names = state.names
    if progress != old { try save(progress) }
    return changed
  }

  /// What is known; nil before the first time, or when the value is none of ours.
  func progress() throws -> Progress? {
    try values.data(forKey: Self.progressKey).flatMap {
      try? JSONDecoder().decode(Progress.self, from: $0)
    }
  }

  func save(_ progress: Progress) throws {
    try values.set(try JSONEncoder().encode(progress), forKey: Self.progressKey)
  }

  /// The babies whose profiles or feeds differ from what they were; nil when history cannot tell.
  private static func babies(
    _ reader: borrowing Reader, touchedAfter text: String?
  ) throws -> Set<String>? {
    let now = try reader.token()
    guard let token = text.flatMap({ History.Token($0) }), token <= now else { return nil }
    do {
      var found = Set<UUID?>()
      for change in try reader.differences(from: token, to: now) {
        if change.kind == BabyProfile.kind { found.insert(change.entity) }
        guard let change = change.typed(FeedSession.self) else { continue }
        found.formUnion([change.old?.baby, change.new?.baby])
      }
      return Set(found.compactMap { $0?.uuidString })
    } catch let error as StoreError where [.foreignToken, .expiredToken].contains(error.code) {
      return nil
    }
  }

  /// Keeps an amount that the log does not know, because an older app wrote it.
  private func move(
    _ old: String, to new: String, _ state: LastAmounts, _ progress: Progress
  ) throws {
    guard state.amounts[new] == nil, !progress.written.contains(old),
      let data = try values.data(forKey: Self.key(old)),
      try values.data(forKey: Self.key(new)) == nil
    else { return }
    try values.set(data, forKey: Self.key(new))
  }

  /// Gives a name what the log has for it. Returns whether that changed anything.
  private func refresh(
    _ name: String, _ state: LastAmounts, _ progress: inout Progress
  ) throws -> Bool {
    let data = try state.amounts[name]?.encoded()
    let isInUse = state.babies.contains { $0.name == name }
    // What an older app knew of a baby without amounts in the log is all there is.
    if data == nil, isInUse, !progress.written.contains(name) { return false }
    if data == nil { progress.written.remove(name) } else { progress.written.insert(name) }
    if try values.data(forKey: Self.key(name)) == data { return false }
    try values.set(data, forKey: Self.key(name))
    return true
  }
}
