import Daybook
import DaybookSync

/// What an exchange may come to.
extension World {
  /// The one place that knows of purged transactions without which a peer cannot go on: it may
  /// happen to who was not waited for, and to nobody else.
  func judgeBlocked(_ sender: Device, _ receiver: Device?) throws {
    count("needs a snapshot")
    guard let receiver, let awaited = sender.awaited else { return }
    try expect(
      !awaited.contains(receiver.life),
      "\(sender.name) has purged what \(receiver.name) lacks, and knew that")
  }

  func judge(
    _ report: ExchangeReport, _ near: Device, _ far: Device?, at place: String
  ) throws {
    count("exchanges")
    tell("\(near.name) and \(far?.name ?? place): \(report)")
    if report.refused.contains(where: { $0.code == .needsSnapshot }) {
      lackingChains.insert(near.index)
    }
    if let far, report.refusedByPeer.contains(where: { $0.code == .needsSnapshot }) {
      lackingChains.insert(far.index)
    }
    try judgeTimes(report.refused, by: near.name, near.clock)
    if let far { try judgeTimes(report.refusedByPeer, by: far.name, far.clock) }
    try expect(
      report.failure?.code != .clockAhead || options.clocks != .right,
      "\(near.name): \(String(describing: report.failure))")
    if let unsent = report.unsent { count("unsent: \(unsent.code)") }
    for refusal in report.refused + report.refusedByPeer {
      let isExpected: Bool =
        switch refusal.code {
        case .clockAhead: options.clocks != .right
        case .notEnrolled: true
        // Of who is passed over, later ones come first.
        case .gap: true
        case .badSignature:
          options.faultyLinks
            || refusal.dot.map {
              anothersNames.contains($0.replica) || forgedNames.contains($0.replica)
            } ?? false
        case .malformed: options.faultyLinks
        default: false
        }
      count("refused \(refusal.code)")
      // It lacks the beginning of a chain that it would have to check.
      if refusal.code == .needsSnapshot { continue }
      try expect(isExpected, "\(near.name) and \(far?.name ?? place): \(refusal)")
    }
  }

  /// Looks whether what was refused as too far ahead of a clock is.
  func judgeTimes(_ refused: [SyncError], by name: String, _ clock: DeviceClock) throws {
    for refusal in refused where refusal.code == .clockAhead {
      guard let time = refusal.dot.flatMap({ archive[$0] })?.time else { continue }
      try expect(
        time.milliseconds > HybridTime(clock.now).milliseconds + HybridTime.maximumLead,
        "\(name) refuses what is less than a day ahead: \(refusal)")
    }
  }
}
