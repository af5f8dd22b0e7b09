public import Daybook

/// A place for small values under text keys, such as `UserDefaults`; safe to use from any thread.
public protocol KeyValueStore: Sendable {
  /// The bytes under a key; nil when there are none.
  func data(forKey key: String) throws -> Data?

  /// Puts bytes under a key; nil removes what is there.
  func set(_ data: Data?, forKey key: String) throws
}
