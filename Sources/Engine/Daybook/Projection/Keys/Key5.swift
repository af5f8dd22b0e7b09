/// A key of five parts, compared from left to right; see ``Key2``.
public struct Key5<A: OrderedKey, B: OrderedKey, C: OrderedKey, D: OrderedKey, E: OrderedKey>:
  CompositeKey
{
  public typealias First = A
  public typealias Rest = Key4<B, C, D, E>

  /// The first part.
  public var first: A
  /// The second part.
  public var second: B
  /// The third part.
  public var third: C
  /// The fourth part.
  public var fourth: D
  /// The fifth part.
  public var fifth: E

  /// Puts the parts together.
  @inlinable
  public init(_ first: A, _ second: B, _ third: C, _ fourth: D, _ fifth: E) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
    self.fifth = fifth
  }

  @inlinable
  public init(from reader: inout KeyReader) throws {
    first = try A(from: &reader)
    second = try B(from: &reader)
    third = try C(from: &reader)
    fourth = try D(from: &reader)
    fifth = try E(from: &reader)
  }

  @inlinable
  public func encode(into writer: inout KeyWriter) {
    first.encode(into: &writer)
    second.encode(into: &writer)
    third.encode(into: &writer)
    fourth.encode(into: &writer)
    fifth.encode(into: &writer)
  }
}

extension Key5: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Key5: Hashable where A: Hashable, B: Hashable, C: Hashable, D: Hashable, E: Hashable {}
extension Key5: Codable where A: Codable, B: Codable, C: Codable, D: Codable, E: Codable {}
