/// A key of three parts, compared from left to right; see ``Key2``.
public struct Key3<A: OrderedKey, B: OrderedKey, C: OrderedKey>: CompositeKey {
  public typealias First = A
  public typealias Rest = Key2<B, C>

  /// The first part.
  public var first: A
  /// The second part.
  public var second: B
  /// The third part.
  public var third: C

  /// Puts the parts together.
  @inlinable
  public init(_ first: A, _ second: B, _ third: C) {
    self.first = first
    self.second = second
    self.third = third
  }

  @inlinable
  public init(from reader: inout KeyReader) throws {
    first = try A(from: &reader)
    second = try B(from: &reader)
    third = try C(from: &reader)
  }

  @inlinable
  public func encode(into writer: inout KeyWriter) {
    first.encode(into: &writer)
    second.encode(into: &writer)
    third.encode(into: &writer)
  }
}

extension Key3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Key3: Hashable where A: Hashable, B: Hashable, C: Hashable {}
extension Key3: Codable where A: Codable, B: Codable, C: Codable {}
