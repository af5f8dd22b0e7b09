/// What retractions come to, found out once each while the log stays as it is.
///
/// Peers decide how many retractions there are and whom they name. So nothing here recurses,
/// however long their chains are, and nothing is looked at twice, however often chains meet.
final class RetractionMemo {
  private struct Question: Hashable {
    let number: UInt64
    let asOf: UInt64
  }

  /// A transaction whose verdict depends on others, and those that were not asked yet.
  private struct Step {
    let number: UInt64
    var rest: [UInt64]
  }

  /// How much is remembered; beyond, it is found out again.
  private static let limit = 1 << 16

  /// Transactions that something not yet stored takes back.
  private let pending: Set<UInt64>
  private var verdicts: [Question: Bool] = [:]
  private var kinds: [UInt64: [UInt32]] = [:]

  /// A memo of nothing.
  ///
  /// - Parameter pending: transactions that count as taken back by something newer than the log.
  init(pending: Set<UInt64> = []) { self.pending = pending }

  /// Whether something that is not yet stored takes the transaction back.
  func isPending(_ number: UInt64) -> Bool { pending.contains(number) }

  /// Whether a retraction that counts names the transaction.
  ///
  /// O(r) for the retractions that have a say, the first time.
  func isRetracted(_ number: UInt64, _ log: LogReader) throws -> Bool {
    if let known = verdict(number, log) { return known }
    let first = try log.laterRetractions(of: number)
    // Most are named by none, and are not worth remembering.
    if first.isEmpty { return false }
    if verdicts.count > Self.limit { verdicts.removeAll() }
    var open = [Step(number: number, rest: first)]
    while var step = open.popLast() {
      if let verdict = settle(&step, log) {
        verdicts[Question(number: step.number, asOf: log.asOf)] = verdict
        if open.isEmpty { return verdict }
      } else if let next = step.rest.last {
        open.append(step)
        open.append(Step(number: next, rest: try log.laterRetractions(of: next)))
      }
    }
    return false
  }

  /// True when one of the rest counts, false when none does, nil when the last has to be asked
  /// first.
  private func settle(_ step: inout Step, _ log: LogReader) -> Bool? {
    while let next = step.rest.last {
      guard let isRetracted = verdict(next, log) else { return nil }
      if !isRetracted { return true }
      step.rest.removeLast()
    }
    return false
  }

  private func verdict(_ number: UInt64, _ log: LogReader) -> Bool? {
    if pending.contains(number) { return true }
    return verdicts[Question(number: number, asOf: log.asOf)]
  }

  // MARK: Kinds

  /// The kinds that a transaction touches, if they were found out.
  func kinds(touchedBy number: UInt64) -> [UInt32]? { kinds[number] }

  func remember(_ found: [UInt32], touchedBy number: UInt64) {
    if kinds.count > Self.limit { kinds.removeAll() }
    kinds[number] = found
  }
}
