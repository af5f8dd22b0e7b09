public import Foundation

/// Values in `UserDefaults`, of the app or of an app group.
///
/// A dictionary, which older apps may have left in place of JSON, is read as its JSON.
public struct UserDefaultsStore: KeyValueStore, @unchecked Sendable {  // `UserDefaults` locks
  private let defaults: UserDefaults

  /// Uses `defaults`; for widgets `UserDefaults(suiteName:)` of the app group.
  public init(_ defaults: UserDefaults) { self.defaults = defaults }

  public func data(forKey key: String) throws -> Data? {
    switch defaults.object(forKey: key) {
    case let data as Data: data
    case let dictionary as [String: Any] where JSONSerialization.isValidJSONObject(dictionary):
      try JSONSerialization.data(withJSONObject: dictionary, options: .sortedKeys)
    case let text as String: Data(text.utf8)
    case nil: nil
    case let other?: Data("\(other)".utf8)
    }
  }

  public func set(_ data: Data?, forKey key: String) {
    if let data { defaults.set(data, forKey: key) } else { defaults.removeObject(forKey: key) }
  }
}
