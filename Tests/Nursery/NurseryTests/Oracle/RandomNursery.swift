import Daybook
import DaybookTesting
import Nursery

/// Random transactions about few entities and few days, so that everything meets everything.
struct RandomNursery {
  static let babies: [UUID?] = [nil] + (1...3).map { identifier(0, $0) }

  /// The zone, and the days of its entries.
  let place: RandomPlace
  var random: SeededGenerator
  var feeds: [UUID] = []
  var diapers: [UUID] = []
  var others: [EntryKind: [UUID]] = [:]
  private var transactions: [NurseryTransaction] = []
  private var undos: [UInt64] = []
  /// Milliseconds since 1970, of the wall clock.
  private var clock: Int64 = 1_743_200_000_000

  init(seed: UInt64, _ place: RandomPlace) {
    random = SeededGenerator(seed: seed)
    self.place = place
  }

  /// That many transactions of one to three events.
  static func transactions(
    seed: UInt64, count: Int, place: RandomPlace = .amsterdam
  ) -> [NurseryTransaction] {
    var nursery = RandomNursery(seed: seed, place)
    while nursery.transactions.count < count {
      nursery.write(
        (0..<Int.random(in: 1...3, using: &nursery.random)).map { _ in nursery.step() })
    }
    return nursery.transactions
  }

  private mutating func write(_ steps: [NurseryStep]) {
    clock += Int64.random(in: -2_000...20_000, using: &random)
    let number = UInt64(transactions.count) + 1
    let isUndo = steps.contains { if case .undo = $0 { true } else { false } }
    if isUndo { undos.append(number) }
    transactions.append(
      NurseryTransaction(
        author: "Ada", wallTime: Date(timeIntervalSince1970: Double(clock) / 1000),
        stamp: isUndo ? nil : lateStamp(), steps: steps))
  }

  /// For one transaction in six an earlier time: any, the earliest, or exactly that of another.
  private mutating func lateStamp() -> HybridTime? {
    switch random.integer(0..<24) {
    case 0: return .distantPast
    case 1:
      guard let other = transactions.randomElement(using: &random) else { return nil }
      let wall = Int64((other.wallTime.timeIntervalSince1970 * 1000).rounded(.down))
      return other.stamp ?? HybridTime(milliseconds: min(wall, clock - 1))
    case 2, 3:
      return HybridTime(milliseconds: clock - Int64.random(in: 1...5_000_000, using: &random))
    default: return nil
    }
  }

  private mutating func step() -> NurseryStep {
    switch random.integer(0..<100) {
    case 0..<6: undo() ?? feedStep()
    case 6..<10: babyStep()
    case 10..<25: diaperStep()
    case 25..<45: feedStep()
    case 45..<57: recordStep()
    default: .entry(entryStep())
    }
  }

  /// Takes back any earlier transaction, often a recent one, or an undo, which is redo.
  private mutating func undo() -> NurseryStep? {
    let last = UInt64(transactions.count)
    guard last > 0 else { return nil }
    let target =
      switch random.integer(0..<3) {
      case 0: UInt64.random(in: 1...last, using: &random)
      case 1: UInt64.random(in: max(9, last) - 8...last, using: &random)
      default: undos.randomElement(using: &random) ?? last
      }
    return .undo(target)
  }

  static func identifier(_ kind: UInt8, _ number: Int) -> UUID {
    let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
    // Scattered, so that the order of identifiers is not that of creation.
    return UUID(uuid: (low &* 157, high, low, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  }
}

extension SeededGenerator {
  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  mutating func integer(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

  /// One of the values, of which there is at least one.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[integer(0..<values.count)]
  }
}
