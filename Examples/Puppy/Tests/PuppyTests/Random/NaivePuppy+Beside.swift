import Foundation

// What the app shows beside entries.
extension NaivePuppy {
  private func all(_ kind: NaiveThing.Kind) -> [Entry] {
    things.filter { $0.value.kind == kind }.map { ($0.key, $0.value) }
  }

  var spots: [[Int?]] {
    var rows: [(id: Int, spot: NaiveThing, visits: Int, newest: Int?)] = []
    for (id, spot) in all(.spot) {
      let walks = entries.map(\.thing).filter { $0.name == "uitlaten" && $0.spot == id }
      rows.append((id, spot, max(spot.number, walks.count), walks.last?.time))
    }
    rows.sort { one, other in
      if one.spot.flag != other.spot.flag { return one.spot.flag }
      if one.visits != other.visits { return one.visits > other.visits }
      return one.spot.name == other.spot.name
        ? one.id < other.id : one.spot.name < other.spot.name
    }
    return rows.map { [$0.id, $0.visits, $0.newest] }
  }

  var skills: [String] {
    var first: [String: Int] = [:]
    for (_, skill) in all(.skill) {
      first[skill.name] = min(first[skill.name] ?? .max, skill.time)
    }
    return first.keys.sorted { one, other in
      let (left, right) = (first[one] ?? 0, first[other] ?? 0)
      return left == right ? one < other : left > right
    }
  }

  var doses: [String] {
    let plan = ["worming m", "worming e", "drops n"]
    return plan.filter { planned in
      !all(.dose).contains { _, dose in
        "\(dose.name) \(dose.place ?? "")" == planned
          && day(dose.end.map { $0 + 43_200 } ?? dose.time) == day(now)
      }
    }
  }

  var exposures: [[String]] {
    let newest = all(.exposure).sorted { ($1.thing.time, $1.id) < ($0.thing.time, $0.id) }
    let days = Set(newest.map { day($0.thing.time) }).sorted(by: >)
    return days.map { wanted in
      newest.filter { day($0.thing.time) == wanted }.map(\.thing.name)
    }
  }

  var milestones: [String] {
    all(.milestone).sorted { ($0.thing.number, $0.id) < ($1.thing.number, $1.id) }.map {
      _, milestone in
      if milestone.flag { return "completed" }
      guard let date = milestone.end else { return "undated" }
      let days = day(date) - day(now)
      if days < 0 { return "overdue \(-days)" }
      return days <= 3 ? "due \(days)" : "upcoming \(days)"
    }
  }
}
