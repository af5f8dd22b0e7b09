/// The views that a store holds, at one moment.
package struct StoredViews: Sendable {
  /// Those that have taken in the whole log, by name.
  package internal(set) var current: [String: StoreStanding.View] = [:]
  /// The names of those that lack transactions, because they are being built or because a program
  /// wrote that does not know them; in order.
  package internal(set) var behind: [String] = []
}
