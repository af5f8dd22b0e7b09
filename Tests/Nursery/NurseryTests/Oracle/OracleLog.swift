import Daybook

/// One event as the oracle sees it: where it stands in the canonical order, and whether it counts.
struct Fact {
  let stamp: UInt64
  /// The place of its transaction in order of arrival, from 1; decides between equal stamps.
  let transaction: UInt64
  /// The place in its transaction.
  let index: Int
  let step: NurseryStep
  let isRetracted: Bool
}

/// What a store should make of transactions, by the definitions and nothing else.
enum OracleLog {
  /// All events in canonical order.
  static func facts(_ transactions: [NurseryTransaction]) -> [Fact] {
    let retracted = retracted(transactions)
    var facts: [Fact] = []
    for (place, stamp) in stamps(transactions).enumerated() {
      let number = UInt64(place) + 1
      for (index, step) in transactions[place].steps.enumerated() {
        facts.append(
          Fact(
            stamp: stamp, transaction: number, index: index, step: step,
            isRetracted: retracted.contains(number)))
      }
    }
    return facts.sorted {
      ($0.stamp, $0.transaction, $0.index) < ($1.stamp, $1.transaction, $1.index)
    }
  }

  /// The stamp of each transaction: declared, or what the hybrid logical clock of one writer shows.
  static func stamps(_ transactions: [NurseryTransaction]) -> [UInt64] {
    var time: UInt64 = 0
    return transactions.map { transaction in
      let wall = UInt64(max(0, transaction.wallTime.timeIntervalSince1970 * 1000)) << 16
      time = max(wall, time + 1)
      return transaction.stamp?.rawValue ?? time
    }
  }

  /// From the newest to the oldest, an undo counts unless one that counts names it.
  private static func retracted(_ transactions: [NurseryTransaction]) -> Set<UInt64> {
    var retracted: Set<UInt64> = []
    for (place, transaction) in transactions.enumerated().reversed()
    where !retracted.contains(UInt64(place) + 1) {
      for case .undo(let target) in transaction.steps { retracted.insert(target) }
    }
    return retracted
  }
}
