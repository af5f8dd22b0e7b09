internal import LMDB

/// What nobody can take back.
extension LogReader {
  /// Why a transaction cannot be taken back; nil when it can.
  ///
  /// Without it a retraction would be written, passed on to everybody, and count for nothing.
  /// O(1) where nothing is shared, else O(e) for the transaction's e events.
  func reasonToKeep(_ number: UInt64, _ names: Names) throws -> String? {
    guard let rules else { return nil }
    if try isStatement(number, names) {
      return
        "transaction \(number) says something about the space, which is not taken back; say what holds now instead"
    }
    guard let frontier = try frontier(over: number, rules) else { return nil }
    let member = rules.space?.members[frontier.dot.replica]?.member
    let who = member.map { ", set by \($0)" } ?? ""
    return
      "transaction \(number) is final since frontier \(frontier.number)\(who); write a correction instead"
  }

  /// Whether one of some transactions cannot be taken back.
  func mustKeep(_ numbers: [UInt64], _ names: Names) throws -> Bool {
    try numbers.contains { try reasonToKeep($0, names) != nil }
  }

  /// Whether a transaction says something about the space.
  func isStatement(_ number: UInt64, _ names: Names) throws -> Bool {
    guard let kind = rules?.kind else { return false }
    for position in try existing(number).positions {
      // Of a transaction that was purged, some events may be left.
      if hasBaselines, try transaction.value(tables.events, position) == nil { continue }
      if let type = names[try event(position).type], type.kind == kind { return true }
    }
    return false
  }

  /// The first frontier that holds a transaction.
  private func frontier(over number: UInt64, _ rules: SpaceRules) throws -> Space.Frontier? {
    guard let frontiers = rules.space?.frontiers, !frontiers.isEmpty else { return nil }
    let record = try existing(number)
    let dot = Dot(
      replica: try rules.replica(record.replica, reading: replica), sequence: record.sequence)
    return frontiers.first { $0.vector.contains(dot) }
  }
}
