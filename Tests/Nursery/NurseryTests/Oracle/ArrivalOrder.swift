import Daybook
import DaybookTesting
import NurseryHousehold

/// The same transactions in other orders of arrival.
struct ArrivalOrder {
  /// In canonical order, each with a declared stamp of its own.
  let canonical: [NurseryTransaction]

  /// Stamps that several share are moved apart: between replicas their numbers would decide.
  init(_ transactions: [NurseryTransaction]) {
    let stamps = OracleLog.stamps(transactions)
    let order = transactions.indices.sorted { (stamps[$0], $0) < (stamps[$1], $1) }
    let ordered = Self.rearranged(transactions, order)
    var last: UInt64 = 0
    canonical = zip(order, ordered).map { place, transaction in
      last = max(last + 1, stamps[place])
      return NurseryTransaction(
        author: transaction.author,
        wallTime: Household.standardEnd.addingTimeInterval(86_400),
        stamp: HybridTime(rawValue: last), steps: transaction.steps)
    }
  }

  /// In any order, but an undo after what it takes back.
  func shuffled(_ random: inout SeededGenerator) -> [NurseryTransaction] {
    var waiting: [Int: [Int]] = [:]
    var placed: Set<Int> = []
    var order: [Int] = []
    for place in canonical.indices.shuffled(using: &random) {
      var ready = [place]
      while let next = ready.popLast() {
        let target = canonical[next].steps.lazy.compactMap(\.undone).map { Int($0) - 1 }
          .first { !placed.contains($0) }
        if let target {
          waiting[target, default: []].append(next)
          continue
        }
        placed.insert(next)
        order.append(next)
        ready += waiting.removeValue(forKey: next) ?? []
      }
    }
    return Self.rearranged(canonical, order)
  }

  /// The transactions at the places, with what is undone renumbered.
  private static func rearranged(
    _ transactions: [NurseryTransaction], _ order: [Int]
  ) -> [NurseryTransaction] {
    var numbers = [UInt64](repeating: 0, count: transactions.count)
    for (number, place) in order.enumerated() { numbers[place] = UInt64(number) + 1 }
    return order.map { place in
      let old = transactions[place]
      return NurseryTransaction(
        author: old.author, wallTime: old.wallTime, stamp: old.stamp,
        steps: old.steps.map { $0.undone.map { .undo(numbers[Int($0) - 1]) } ?? $0 })
    }
  }
}

extension NurseryStep {
  /// The number of the transaction that is taken back.
  fileprivate var undone: UInt64? { if case .undo(let number) = self { number } else { nil } }
}
