internal import Daybook

/// BabyDashboard's cache of the last amount of each baby, keyed by the baby's name.
///
/// For widgets and older code that look amounts up by name; new code asks `LastEntries`, by baby.
/// The key is `lastFeedAmount.` and the name, byte for byte.
/// ```swift
/// let cache = LastAmountCache(UserDefaultsStore(.standard))
/// let coverage = try cache.backfill(from: store)
/// try await cache.consume(store, follows: true)      // until the task is cancelled
/// ```
/// The cache follows the log: edits, deletions, undo and imports are seen. Of babies with one name
/// the amount counts that was written last. Beside the amounts it keeps one value of its own, under
/// `daybook.lastFeedAmounts`: how far it has read, and which baby had which name.
public struct LastAmountCache: Sendable {
  /// The front of every key.
  public static let keyPrefix = "lastFeedAmount."
  static let progressKey = "daybook.lastFeedAmounts"

  let values: any KeyValueStore

  /// A cache in `values`.
  public init(_ values: any KeyValueStore) { self.values = values }

  /// The key of a name.
  public static func key(_ name: String) -> String { keyPrefix + name }

  /// The amount of a name; nil when there is none.
  ///
  /// - Throws: what the store of values throws, or `DecodingError` for a value that is none.
  public func amount(of name: String) throws -> CachedAmount? {
    try values.data(forKey: Self.key(name)).map {
      try JSONDecoder().decode(CachedAmount.self, from: $0)
    }
  }

  /// Puts an amount under a name.
  public func set(_ amount: CachedAmount, for name: String) throws {
    try values.set(try amount.encoded(), forKey: Self.key(name))
  }

  /// Removes the amount of a name.
  public func remove(_ name: String) throws { try values.set(nil, forKey: Self.key(name)) }
}
