/// A key of two parts: rows are in the order of the first, and of the second where those are equal.
///
/// ```swift
/// static let byDay = ViewTable<Key2<Int, UUID>, Empty>("byDay", at: 0)
/// ```
/// Give parts names by an extension in the app, such as `var day: Int { first }` where `First ==
/// Int, Rest == UUID`. What is encoded is the parts, one after the other, as `OrderedKey` of each
/// writes them.
public struct Key2<A: OrderedKey, B: OrderedKey>: CompositeKey {
  public typealias First = A
  public typealias Rest = B

  /// The first part.
  public var first: A
  /// The second part.
  public var second: B

  /// Puts the parts together.
  @inlinable
  public init(_ first: A, _ second: B) {
    self.first = first
    self.second = second
  }

  @inlinable
  public init(from reader: inout KeyReader) throws {
    first = try A(from: &reader)
    second = try B(from: &reader)
  }

  @inlinable
  public func encode(into writer: inout KeyWriter) {
    first.encode(into: &writer)
    second.encode(into: &writer)
  }
}

extension Key2: Equatable where A: Equatable, B: Equatable {}
extension Key2: Hashable where A: Hashable, B: Hashable {}
extension Key2: Codable where A: Codable, B: Codable {}
