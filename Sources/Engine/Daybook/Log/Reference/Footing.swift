/// What an entity's own events make of references to it.
@usableFromInline
enum Footing {
  /// They lead to it, or to one of which the log knows nothing.
  case there
  /// They lead to nothing.
  case gone
  /// They lead to another entity of the kind.
  case merged(into: UUID)
  /// They lead to it unless one of these is gone.
  case following([EntityKey])
}
