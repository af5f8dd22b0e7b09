/// What can be read now and as of an earlier transaction: `Reader` and `PastReader`.
///
/// Code that shows something takes `some StoreReading & ~Copyable` and shows it for any time.
public protocol StoreReading: ~Copyable {
  /// The entity `id`; nil when it does not exist.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E?

  /// The rows of a projection.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P>
}

extension Reader: StoreReading {}

extension PastReader: StoreReading {}
