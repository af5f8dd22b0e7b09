public import Daybook

extension LastAmountCache {
  /// How many babies the cache knows an amount of, and what could not be done.
  public struct Coverage: Sendable {
    /// How many babies there are.
    public internal(set) var babies = 0
    /// Babies whose key got its amount from the log.
    public internal(set) var filled = 0
    /// Babies whose key had an amount before, which stays.
    public internal(set) var hits = 0
    /// Babies that the log tells no amount with a unit of.
    public internal(set) var withoutAmount = 0
    /// Names whose value cannot be read or written; it stays as it is.
    public internal(set) var failures: [(name: String, error: any Error)] = []

    /// Babies with an amount, among all; 1 when there are none.
    public var share: Double { babies == 0 ? 1 : Double(filled + hits) / Double(babies) }
  }

  /// Fills in what is missing: for each baby whose key is absent, the amount of its most recent
  /// feed that has one. What is there stays.
  ///
  /// From then on `update(from:)` follows the log.
  ///
  /// - Throws: `StoreError`, or what keeping the cache's own progress throws.
  @discardableResult
  public func backfill(from store: EventStore) throws -> Coverage {
    let (state, token) = try store.read { reader in
      (try LastAmounts(reader), try reader.token().description)
    }
    // Later the update's own place counts, or it would pass over what came between.
    var progress = try progress() ?? Progress(token: token, names: state.names)
    var coverage = Coverage()
    for (_, name) in state.babies {
      coverage.babies += 1
      do {
        if try amount(of: name) != nil {
          coverage.hits += 1
        } else if let amount = state.amounts[name] {
          try set(amount, for: name)
          progress.written.insert(name)
          coverage.filled += 1
        } else {
          coverage.withoutAmount += 1
        }
      } catch {
        coverage.failures.append((name, error))
      }
    }
    try save(progress)
    return coverage
  }
}

/// The last amounts as the log has them.
struct LastAmounts {
  let babies: [(id: UUID, name: String)]
  /// By name, for names whose babies have an amount with a unit.
  let amounts: [String: CachedAmount]

  init(_ reader: borrowing Reader) throws {
    let profiles = try reader.view(CurrentProfiles.self).all()
    let last = try reader.view(LastEntries.self)
    var amounts: [String: CachedAmount] = [:]
    for profile in profiles.map(\.profile) where amounts[profile.name] == nil {
      amounts[profile.name] = try last.lastAmount(named: profile.name, among: profiles)
        .flatMap { CachedAmount($0.amount) }
    }
    babies = profiles.map { ($0.id, $0.profile.name) }
    self.amounts = amounts
  }

  var names: [String: String] {
    Dictionary(uniqueKeysWithValues: babies.map { ($0.id.uuidString, $0.name) })
  }
}
