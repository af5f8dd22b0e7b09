/// What one transaction of an undo takes back: all of it for most.
package struct UndoPart: Sendable {
  /// The transaction that is taken back.
  package let target: UInt64
  /// All that was written as one save with it, ascending; those that count no longer are among
  /// them.
  package let group: [UInt64]
  /// How many of these count still, because there was no room for them.
  package let rest: Int
  /// The place of the undo; nil where it had nothing to do.
  package let token: History.Token?

  /// Makes one from its parts.
  package init(target: UInt64, group: [UInt64], rest: Int = 0, token: History.Token?) {
    self.target = target
    self.group = group
    self.rest = rest
    self.token = token
  }
}
