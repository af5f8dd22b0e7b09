/// Which of some transactions count, while transactions arrive one after the other.
///
/// Holds only those that a retraction names or that are one. In canonical order every retraction
/// that may count comes after its target, so one pass from the newest to the oldest settles all:
/// O(r) for each retraction that arrives, in memory.
struct RetractionGraph {
  private var places: [UInt64: Int] = [:]
  /// In canonical order, oldest first.
  private var numbers: [UInt64] = []
  /// The places of the later ones that take each back.
  private var later: [[Int]] = []
  private var isHere: [Bool] = []
  private var verdicts: [Bool] = []

  /// The graph of transactions and of all that take them back, none of which has arrived.
  init(_ transactions: [UInt64], _ log: LogReader) throws {
    guard log.hasRetractions else { return }
    var named: [UInt64: [UInt64]] = [:]
    for number in transactions {
      let found = try log.laterRetractions(of: number)
      if !found.isEmpty { named[number] = found }
    }
    let records = try Set(named.keys).union(named.values.joined()).map { number in
      (number: number, record: try log.existing(number))
    }
    numbers = try records.sorted { try $1.record.comes(after: $0.record, log) }.map(\.number)
    for (place, number) in numbers.enumerated() { places[number] = place }
    later = numbers.map { (named[$0] ?? []).compactMap { places[$0] } }
    isHere = Array(repeating: false, count: numbers.count)
    verdicts = isHere
  }

  func isRetracted(_ number: UInt64) -> Bool { places[number].map { verdicts[$0] } ?? false }

  /// Takes in a transaction. Returns those that count no more because of it, or count again.
  mutating func arrive(_ number: UInt64) -> [UInt64] {
    guard let place = places[number] else { return [] }
    isHere[place] = true
    var changed: [UInt64] = []
    for place in stride(from: place - 1, through: 0, by: -1) {
      let verdict = later[place].contains { isHere[$0] && !verdicts[$0] }
      if verdict == verdicts[place] { continue }
      verdicts[place] = verdict
      changed.append(numbers[place])
    }
    return changed
  }
}
