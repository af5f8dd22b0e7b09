import Foundation

/// The rules of the app once more, from a list of things, with loops and filters.
struct NaivePuppy {
  typealias Entry = (id: Int, thing: NaiveThing)

  let things: [Int: NaiveThing]
  let now: Int
  let zone: TimeZone
  /// Oldest first.
  let entries: [Entry]

  init(_ things: [Int: NaiveThing], now: Int, zone: TimeZone) {
    (self.things, self.now, self.zone) = (things, now, zone)
    entries = things.filter { $0.value.kind == .entry }.map { ($0.key, $0.value) }
      .sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
  }

  var shown: Shown {
    var shown = Shown()
    shown.entries = entries.reversed().map(\.id)
    shown.day = entries.reversed().filter { day($0.thing.time) == day(now) }.map(\.id)
    shown.waits = waits
    shown.gaps = gaps
    shown.figures = figures
    shown.streak = [streak.current, streak.best]
    shown.sleep = sleep
    shown.sleepMinutes = sleepMinutes
    shown.sessions = sessions.map { [$0.start, $0.end] }
    shown.usualSleep = usualSleep
    shown.hasJustWoken = sessions.contains { start, end in
      guard let end, end <= now else { return false }
      return (end - start) / 60 >= 15 && (now - end) / 60 <= 20
    }
    shown.meals = [today("eten").count, 3, next([7 * 60, 12 * 60 + 30, 18 * 60])]
    shown.catchUp = catchUp
    shown.spots = spots
    shown.skills = skills
    shown.doses = doses
    shown.exposures = exposures
    shown.bikes = things.values.count { $0.kind == .exposure && $0.name == "bike" }
    shown.milestones = milestones
    shown.widget = widget(meals: shown.meals)
    return shown
  }

  // MARK: Clocks

  private func local(_ time: Int) -> Int {
    time + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
  }

  func day(_ time: Int) -> Int { local(time) / 86_400 }
  private func hour(_ time: Int) -> Int { local(time) % 86_400 / 3_600 }

  /// When the clocks show the first of some minutes of the day that is still to come today.
  private func next(_ minutes: [Int]) -> Int? {
    let shown = local(now) % 86_400 / 60
    guard let next = minutes.filter({ $0 > shown }).min() else { return nil }
    let guess = now - now % 60 + (next - shown) * 60
    // Clocks may change in between.
    return guess + (local(now) - now) - (local(guess) - guess)
  }

  // MARK: Entries

  private func all(_ type: String) -> [NaiveThing] {
    entries.map(\.thing).filter { $0.name == type }
  }

  /// Those of today, later ones included.
  private func today(_ type: String) -> [NaiveThing] {
    all(type).filter { day($0.time) >= day(now) }
  }

  private func isCovered(_ from: Int, _ to: Int) -> Bool {
    all("coverageGap").contains { $0.time <= to && ($0.end ?? .max) >= from }
  }

  private var waits: [Int] {
    let pees = all("plassen").map(\.time).filter { day($0) == day(now) }
    return zip(pees, pees.dropFirst()).filter { !isCovered($0, $1) }.map { ($1 - $0) / 60 }
  }

  private var gapsByDay: [(minutes: Int, place: String?)] {
    let pees = all("plassen").filter { $0.time >= now - 2 * 86_400 && $0.time < now + 86_400 }
    var gaps: [(minutes: Int, place: String?)] = []
    for (first, next) in zip(pees, pees.dropFirst()) {
      let minutes = (next.time - first.time) / 60
      if minutes > 480 || hour(first.time) < 7 || hour(first.time) > 22 || hour(next.time) < 7
        || hour(next.time) > 22
      {
        continue
      }
      gaps.append((minutes, next.place))
    }
    return gaps
  }

  private var gaps: [Int] { gapsByDay.map(\.minutes) }

  private var figures: [Int] {
    let sorted = gaps.sorted()
    if sorted.isEmpty { return [] }
    let half = sorted.count / 2
    let median = sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    return [
      sorted[0], sorted[sorted.count - 1], sorted.reduce(0, +) / sorted.count, median,
      gapsByDay.filter { $0.place == "buiten" }.count,
      gapsByDay.filter { $0.place == "binnen" }.count,
    ]
  }

  private var streak: (current: Int, best: Int) {
    let pees = all("plassen").filter { !isCovered($0.time, $0.time) }.map(\.place)
    return (
      pees.reversed().prefix { $0 == "buiten" }.count,
      pees.split { $0 != "buiten" }.map(\.count).max() ?? 0
    )
  }

  // MARK: Sleep

  private var aboutSleep: [NaiveThing] {
    entries.map(\.thing).filter { ["slapen", "bench", "ontwaken"].contains($0.name) }
  }

  private var sleep: [Int?] {
    guard let last = aboutSleep.last, !all("coverageGap").contains(where: { $0.end == nil })
    else { return [0] }
    return [last.name == "ontwaken" ? 2 : 1, last.time]
  }

  private var sleepMinutes: Int {
    let today = aboutSleep.filter { day($0.time) >= day(now) }
    var minutes = 0
    for (index, entry) in today.enumerated() where entry.name != "ontwaken" {
      // Within another one.
      if index > 0, today[index - 1].name != "ontwaken" { continue }
      if let wake = today[index...].first(where: { $0.name == "ontwaken" }) {
        minutes += (wake.time - entry.time) / 60
      } else {
        minutes += max(0, now - entry.time) / 60
      }
    }
    return minutes
  }

  private var sessions: [(start: Int, end: Int?)] {
    let near = entries.map(\.thing).filter {
      $0.time >= now - 2 * 86_400 && $0.time < now + 86_400
    }
    let wakes = near.filter { $0.name == "ontwaken" }
    var used: Set<Int> = []
    var sessions: [(start: Int, end: Int?)] = []
    for sleep in near where sleep.name == "slapen" {
      let free = wakes.indices.filter { !used.contains($0) }
      let named = free.first { sleep.session != nil && wakes[$0].session == sleep.session }
      let wake = named ?? free.first { wakes[$0].time > sleep.time }
      if let wake { used.insert(wake) }
      sessions.append((sleep.time, wake.map { wakes[$0].time }))
    }
    return sessions
  }

  private var usualSleep: Int? {
    let minutes = sessions.compactMap { start, end in end.map { ($0 - start) / 60 } }
    if minutes.count < 3 { return nil }
    let rounded = (minutes.reduce(0, +) / minutes.count + 2) / 5 * 5
    return rounded < 15 ? 15 : rounded > 120 ? 120 : rounded
  }

  private var catchUp: Int {
    guard let last = entries.last else { return 0 }
    let hours = Double(now - last.thing.time) / 3_600
    return hours >= 16 ? 2 : hours >= 3 ? 1 : 0
  }

  private func widget(meals: [Int?]) -> [String] {
    let pees = today("plassen")
    let isAsleep = sleep[0] == 1
    let told: [String: Any?] = [
      "lastPlasTime": all("plassen").last?.time, "lastPlasLocation": all("plassen").last?.place,
      "currentStreak": streak.current, "bestStreak": streak.best, "todayPottyCount": pees.count,
      "todayOutdoorCount": pees.filter { $0.place == "buiten" }.count,
      "isCurrentlySleeping": isAsleep, "sleepStartTime": isAsleep ? sleep[1] : nil,
      "lastWakeTime": all("ontwaken").last?.time, "lastMealTime": all("eten").last?.time,
      "nextScheduledMealTime": meals[2], "mealsLoggedToday": meals[0],
      "mealsExpectedToday": meals[1], "lastWalkTime": all("uitlaten").last?.time,
      "nextScheduledWalkTime": next([15 * 60]), "lastUpdated": now,
      "puppyName": things.values.first { $0.kind == .profile }?.name,
      "lastPoopTime": all("poepen").last?.time,
    ]
    return told.compactMap { name, value in value.map { "\(name) \($0)" } }.sorted()
  }
}
