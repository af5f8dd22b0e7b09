/// A projection with a row for each group of entities: how many they are, and the sum of an amount.
///
/// ```swift
/// struct GramsByAisle: Totals {
///   static let name = "groceries.gramsByAisle"
///   static func group(_ item: Stamped<Grocery>) -> String? { item.aisle }
///   static func amount(_ item: Stamped<Grocery>) -> Int64 { item.grams }
/// }
/// ```
/// Amounts are integers in the app's smallest unit, such as grams or cents: sums of floating-point
/// numbers depend on the order. A sum has one unit: where entities have several, let the unit be a
/// part of the group. A sum beyond 64 bits wraps round. The row goes when the last entity
/// of its group does.
///
/// Both must depend on their argument alone, and changing what they mean needs another `revision`.
/// An edit that changes neither group nor amount writes nothing.
public protocol Totals: TableProjection where Row == Tally {
  /// The entities that are counted.
  associatedtype Subject: Entity
  associatedtype Key

  /// The group of an entity; nil leaves it out. One group for all: return `true`.
  static func group(_ entity: Stamped<Subject>) -> Key?

  /// What an entity adds to the sum of its group. Where only the number of entities matters: 0.
  static func amount(_ entity: Stamped<Subject>) -> Int64
}

extension Totals {
  @inlinable
  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Subject.self) { change, rows in
      let old = change.old.flatMap { entity in
        Self.group(entity).map { (group: $0, amount: Self.amount(entity)) }
      }
      let new = change.new.flatMap { entity in
        Self.group(entity).map { (group: $0, amount: Self.amount(entity)) }
      }
      if let old, let new, old.group.hasSameBytes(as: new.group) {
        if old.amount == new.amount { return }
        return try rows.update(Self.rows, new.group) {
          $0 = ($0 ?? Tally()).adding(0, new.amount &- old.amount)
        }
      }
      if let old {
        try rows.update(Self.rows, old.group) { $0 = ($0 ?? Tally()).adding(-1, 0 &- old.amount) }
      }
      if let new {
        try rows.update(Self.rows, new.group) { $0 = ($0 ?? Tally()).adding(1, new.amount) }
      }
    }
  }
}

/// Count and sum of a group of entities.
public struct Tally: PayloadCodable, Hashable, Codable {
  /// How many entities.
  public var count: Int64
  /// The sum of their amounts.
  public var sum: Int64

  public static var fieldNames: [Int: String] { [1: "count", 2: "sum"] }

  /// Makes a tally; without arguments, that of nothing.
  @inlinable
  public init(count: Int64 = 0, sum: Int64 = 0) {
    self.count = count
    self.sum = sum
  }

  /// Reads fields 1, the count, and 2, the sum.
  @inlinable
  public init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: count = try reader.int()
      case 2: sum = try reader.int()
      default: break
      }
    }
  }

  /// Writes fields 1, the count, and 2, the sum.
  @inlinable
  public func encode(into writer: inout PayloadWriter) {
    writer.int(1, count)
    writer.int(2, sum)
  }

  /// With so many entities and so much more; nil when none are left.
  ///
  /// It wraps round, so that the order of what is added does not matter and nothing that arrives
  /// can end the process.
  @inlinable
  func adding(_ entities: Int64, _ amount: Int64) -> Tally? {
    let left = count &+ entities
    return left == 0 ? nil : Tally(count: left, sum: sum &+ amount)
  }
}
