public import Daybook

/// Sums of amounts whose unit is not known, by the text of the unit.
///
/// They stand beside a total instead of being left out of it or taken for another unit.
public struct UnitSums: PayloadCodable, Hashable, Codable {
  /// One unit.
  public struct Sum: PayloadCodable, Hashable, Codable, Identifiable {
    /// The text of the unit as it was written; empty when none was told.
    public let unitText: String
    /// How many amounts.
    public var count: Int64
    /// Their sum in millionths of the unit, so that it does not depend on the order.
    public var millionths: Int64

    public var id: String { unitText }

    /// The sum in the unit.
    public var value: Double { Double(millionths) / 1e6 }

    /// Makes one of its parts.
    public init(unitText: String, count: Int64, millionths: Int64) {
      self.unitText = unitText
      self.count = count
      self.millionths = millionths
    }

    var isZero: Bool { count == 0 && millionths == 0 }
  }

  /// The units in the order of the bytes of their texts.
  public private(set) var sums: [Sum] = []

  /// None.
  public init() {}

  /// Those of each unit; a unit that is there twice is added up.
  public init(_ sums: [Sum]) {
    for sum in sums {
      var one = UnitSums()
      one.sums = [sum]
      add(one)
    }
  }

  /// Those of one amount; one that is not finite, or 9 000 000 000 and more, counts without a sum.
  public init(_ amount: Amount) {
    let millionths = (amount.value * 1e6).rounded()
    sums = [
      Sum(
        unitText: amount.unitText ?? "", count: 1,
        millionths: abs(millionths) < 9e15 ? Int64(millionths) : 0)
    ]
  }

  /// Whether there are none.
  public var isEmpty: Bool { sums.isEmpty }

  /// Adds them, or takes them away with a sign of -1.
  ///
  /// Texts are told apart by their bytes. Strings that look alike are equal, and which of them a
  /// sum would keep would depend on the order in which entries came.
  mutating func add(_ other: UnitSums, _ sign: Int64 = 1) {
    for sum in other.sums {
      let unit = sum.unitText.utf8
      let place =
        sums.firstIndex { !$0.unitText.utf8.lexicographicallyPrecedes(unit) } ?? sums.count
      if place == sums.count || !sums[place].unitText.utf8.elementsEqual(unit) {
        sums.insert(Sum(unitText: sum.unitText, count: 0, millionths: 0), at: place)
      }
      sums[place].count &+= sign &* sum.count
      sums[place].millionths &+= sign &* sum.millionths
      if sums[place].isZero { sums.remove(at: place) }
    }
  }

  public init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      if field == 1 { sums.append(try reader.value()) }
    }
  }

  public func encode(into writer: inout PayloadWriter) { for sum in sums { writer.value(1, sum) } }
}

extension UnitSums.Sum {
  public init(from reader: inout PayloadReader) throws {
    self.init(unitText: "", count: 0, millionths: 0)
    var text = ""
    while let field = try reader.next() {
      switch field {
      case 1: text = try reader.string()
      case 2: count = try reader.int()
      case 3: millionths = try reader.int()
      default: break
      }
    }
    self.init(unitText: text, count: count, millionths: millionths)
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.string(1, unitText)
    writer.int(2, count)
    writer.int(3, millionths)
  }
}
