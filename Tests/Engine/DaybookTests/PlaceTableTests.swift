import DaybookTesting
import Testing

@testable import Daybook

/// The hash table of places against a plain search; its invariants are checked after every change.
struct PlaceTableTests {
  /// Numbers and the table that finds them; `spread` is how many different hashes they have.
  private struct Numbers {
    var all: [UInt64] = []
    var table = PlaceTable()
    let spread: UInt64

    func hash(_ place: Int) -> UInt64 { all[place] % spread &* 0x9E37_79B9_7F4A_7C15 }

    func find(_ number: UInt64) -> Int? {
      table.find(number % spread &* 0x9E37_79B9_7F4A_7C15) { all[$0] == number }
    }

    mutating func add(_ numbers: [UInt64]) {
      all += numbers
      table.add(upTo: all.count, hash: hash)
      table._checkInvariants(hash: hash(_:))
    }

    mutating func removeAll(keepingCapacity: Bool) {
      all = []
      table.removeAll(keepingCapacity: keepingCapacity)
      table._checkInvariants(hash: hash(_:))
    }
  }

  /// Few hashes for many numbers are what an attacker would choose: slow, and still right.
  @Test(arguments: [1, 7, 64, UInt64.max], [1, 2, 3] as [UInt64])
  func `finds what was added, and nothing else`(spread: UInt64, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var numbers = Numbers(spread: spread)
    for _ in 0..<60 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: numbers.removeAll(keepingCapacity: Bool.random(using: &random))
      case 1:
        let many = Int.random(in: 60...200, using: &random)
        numbers.add(Self.fresh(many, beside: numbers.all, &random))
      default: numbers.add(Self.fresh(3, beside: numbers.all, &random))
      }
      let found = numbers.all.map { numbers.find($0) }
      #expect(found == Array(numbers.all.indices))
      let strangers = Self.fresh(20, beside: numbers.all, &random)
      #expect(strangers.allSatisfy { numbers.find($0) == nil })
    }
  }

  @Test func `an empty table finds nothing`() {
    let table = PlaceTable()
    #expect(table.isEmpty && table.find(5) { _ in true } == nil)
    table._checkInvariants { _ in 0 }
  }

  /// Numbers that `others` does not hold, nor each other.
  private static func fresh(
    _ count: Int, beside others: [UInt64], _ random: inout SeededGenerator
  ) -> [UInt64] {
    let taken = Set(others)
    var new: Set<UInt64> = []
    while new.count < count {
      let number = UInt64.random(in: 0..<1_000_000, using: &random)
      if !taken.contains(number) { new.insert(number) }
    }
    return new.sorted()
  }
}
