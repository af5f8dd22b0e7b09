import DaybookTesting

/// One thing that happens, decided before the run: all that it draws comes from its own seed, so
/// that leaving out other steps changes nothing of it but what it meets.
struct Step: CustomStringConvertible {
  enum Action: String, CaseIterable {
    case write, bring, undo
    case exchange, folder, drive, hub, cut, mend
    case hubTrouble, hubMember
    case clock, kill, powerCut, fill
    case backup, restore, clone, twin, loseKey, version, rebuild
    case frontier, purge, snapshot, silence, consume
    case join, enrol, revoke, duel, role, keeper, usurp
    case hostile
  }

  let action: Action
  /// Who does it, and with whom, both modulo how many there are.
  let device: Int
  let other: Int
  let seed: UInt64
  var faults: [Fault] = []

  var description: String {
    let what = "\(action) \(device) \(other)"
    return faults.isEmpty ? what : "\(what) [\(faults.map(\.description).joined(separator: ", "))]"
  }
}

/// What goes wrong in an exchange.
struct Fault: CustomStringConvertible {
  enum What: String, CaseIterable {
    case loseRequest, loseReply, twice, tear, stale
    case killNear, killFar, powerNear, powerFar, driveFull, meanwhile
  }

  /// Before or in which effect of the session.
  let effect: Int
  let what: What

  var description: String { "\(what) at \(effect)" }
}

extension Options {
  /// All steps of the run.
  func plan() -> [Step] {
    var random = SeededGenerator(seed: seed &* 0xD134_2543 &+ 7)
    let weighted = weights.filter { $0.1 > 0 }
    let total = weighted.reduce(0) { $0 + $1.1 }
    return (0..<steps).map { _ in
      var left = Int.random(in: 0..<total, using: &random)
      let action = weighted.first { pair in
        left -= pair.1
        return left < 0
      }
      var step = Step(
        action: action?.0 ?? .write, device: Int.random(in: 0..<60, using: &random),
        other: Int.random(in: 0..<60, using: &random), seed: random.next())
      if [.exchange, .folder, .hub].contains(step.action) {
        step.faults = faults(&random)
        if races, Int.random(in: 0..<2, using: &random) == 0 {
          let effect = Int.random(in: 0..<12, using: &random)
          step.faults.append(Fault(effect: effect, what: .meanwhile))
        }
        if fullDisks, step.action != .exchange, Int.random(in: 0..<4, using: &random) == 0 {
          let effect = Int.random(in: 0..<10, using: &random)
          step.faults.append(Fault(effect: effect, what: .driveFull))
        }
      }
      return step
    }
  }

  private var weights: [(Step.Action, Int)] {
    func when(_ condition: Bool, _ weight: Int) -> Int { condition ? weight : 0 }
    return [
      (.write, 30), (.bring, when(imports, 6)), (.undo, when(undos, 10)),
      (.exchange, when(carrier.isDirect, 24)), (.folder, when(carrier.byFolder, 24)),
      (.drive, when(carrier.byFolder, 24)), (.hub, when(carrier.byHub, 32)),
      (.hubTrouble, when(carrier.byHub, 12)), (.hubMember, when(carrier.byHub && hubIsMember, 3)),
      (.cut, when(faultyLinks, 4)), (.mend, when(faultyLinks, 6)),
      (.clock, when(clocks != .right, 8)), (.kill, when(kills, 4)),
      (.powerCut, when(powerCuts, 4)), (.fill, when(fullDisks, 5)),
      (.backup, when(restores, 4)), (.restore, when(restores, 3)), (.clone, when(clones, 3)),
      (.twin, when(twins, 3)), (.loseKey, when(lostKeys, 3)),
      (.version, when(versions, 4)), (.rebuild, 1),
      (.frontier, when(frontiers, 8)), (.purge, when(purges != .none, 8)), (.consume, 5),
      (.snapshot, when(frontiers && (carrier.byFolder || carrier.byHub), 6)),
      (.silence, when(silences && purges != .none, 3)), (.join, when(joins, 4)),
      (.enrol, when(restores || clones || powerCuts || lostKeys || joins, 6)),
      (.revoke, when(revocations, 4)),
      (.duel, when(revocations && owners, 6)),
      (.role, when(owners || readers, 4)), (.keeper, when(frontiers && owners, 3)),
      (.usurp, when(hostiles, 4)), (.hostile, when(hostiles, 8)),
    ]
  }

  private func faults(_ random: inout SeededGenerator) -> [Fault] {
    var kinds: [Fault.What] = []
    if faultyLinks { kinds += [.loseRequest, .loseReply, .twice, .tear, .stale] }
    if kills { kinds += [.killNear, .killFar] }
    if powerCuts { kinds += [.powerNear, .powerFar] }
    guard !kinds.isEmpty, Int.random(in: 0..<2, using: &random) == 0 else { return [] }
    return (0..<Int.random(in: 1...2, using: &random)).map { _ in
      // Most exchanges are short; a few take in all that there is, page by page.
      let most = Int.random(in: 0..<3, using: &random) == 0 ? 80 : 10
      return Fault(
        effect: Int.random(in: 0..<most, using: &random),
        what: kinds[Int.random(in: 0..<kinds.count, using: &random)])
    }
  }
}
