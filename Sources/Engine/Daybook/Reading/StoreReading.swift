/// What can be read now and as of an earlier transaction: `Reader` and `PastReader`.
///
/// Code that shows something takes `borrowing some StoreReading & ~Copyable & ~Escapable` and shows
/// it for any time.
public protocol StoreReading: ~Copyable, ~Escapable {
  /// The entity `id`; nil when it does not exist.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E?

  /// The rows of a projection.
  ///
  /// - Throws: `StoreError.notInSchema`.
  @_lifetime(copy self)
  func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P>

  /// The entities of a kind, in order of their ids: those after `last`, at most `limit`.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func entities<E: Entity>(
    of type: E.Type, after last: ID<E>?, limit: Int
  ) throws -> [Stamped<E>]
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// All entities of a kind, in order of their ids; see `Reader.entities(of:after:limit:)`.
  public func entities<E: Entity>(of type: E.Type) throws -> [Stamped<E>] {
    try entities(of: type, after: nil, limit: .max)
  }
}

extension Reader: StoreReading {}
