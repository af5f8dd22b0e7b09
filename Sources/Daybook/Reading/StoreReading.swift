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
}

extension Reader: StoreReading {}
