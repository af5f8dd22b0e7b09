/// What a reference to an entity comes to.
@usableFromInline
struct Standing: Equatable, Sendable {
  /// It leads to an entity that is there, or to one of which the log knows nothing.
  @usableFromInline static let there = Standing(isGone: false)
  /// It leads to one that is deleted.
  @usableFromInline static let gone = Standing(isGone: true)

  @usableFromInline let isGone: Bool
  /// The entities that it was merged into, one after the other; the last is the one that counts.
  @usableFromInline let keepers: [UUID]

  @usableFromInline
  init(isGone: Bool, keepers: [UUID] = []) {
    self.isGone = isGone
    self.keepers = keepers
  }
}
