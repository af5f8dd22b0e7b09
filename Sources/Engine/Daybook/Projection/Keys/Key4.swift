/// A key of four parts, compared from left to right; see ``Key2``.
public struct Key4<A: OrderedKey, B: OrderedKey, C: OrderedKey, D: OrderedKey>: CompositeKey {
  public typealias First = A
  public typealias Rest = Key3<B, C, D>

  /// The first part.
  public var first: A
  /// The second part.
  public var second: B
  /// The third part.
  public var third: C
  /// The fourth part.
  public var fourth: D

  /// Puts the parts together.
  @inlinable
  public init(_ first: A, _ second: B, _ third: C, _ fourth: D) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  @inlinable
  public init(from reader: inout KeyReader) throws {
    first = try A(from: &reader)
    second = try B(from: &reader)
    third = try C(from: &reader)
    fourth = try D(from: &reader)
  }

  @inlinable
  public func encode(into writer: inout KeyWriter) {
    first.encode(into: &writer)
    second.encode(into: &writer)
    third.encode(into: &writer)
    fourth.encode(into: &writer)
  }
}

extension Key4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Key4: Hashable where A: Hashable, B: Hashable, C: Hashable, D: Hashable {}
extension Key4: Codable where A: Codable, B: Codable, C: Codable, D: Codable {}
