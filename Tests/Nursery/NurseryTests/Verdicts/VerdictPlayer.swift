import Daybook
import Nursery
import Testing

/// Does with a nursery what was asked of Baby Buddy.
struct VerdictPlayer {
  let store: EventStore
  let now: Date
  let calendar: DayCalendar
  private let rules: EntryRules
  private var babies: [Int: UUID] = [:]
  /// The entities by table and number, counted from 1 in each table as Baby Buddy does.
  private var ids: [String: [UUID]] = [:]

  init(_ file: VerdictFile) throws {
    now = try #require(VerdictBody.date(file.now))
    let boundary = try DayBoundary(zone: file.zone, hour: 0)
    calendar = try DayCalendar(boundary)
    rules = EntryRules(now: now, today: calendar.day(of: now))
    store = try EventStore.temporary(schema: .nursery(boundary: boundary))
    for (number, name) in [(1, "Ada One"), (2, "Bob One")] { babies[number] = try add(name) }
  }

  private func add(_ name: String) throws -> UUID {
    let (id, now) = (UUID(), now)
    try store.append { try $0.addBaby(id, BabyProfile(name: name, createdAt: now)) }
    return id
  }

  mutating func play(_ step: VerdictStep) throws -> VerdictOutcome {
    do {
      switch (step.method, step.row) {
      case ("GET", nil): return .listed(try count(step.table))
      case ("GET", let row?): return try isThere(step.table, row) ? .accepted : .refused
      case ("DELETE", let row?): try delete(step.table, row)
      case ("PATCH", let row?): try edit(step.table, row, try #require(step.body))
      default: try post(step)
      }
      return .accepted
    } catch is NurseryError { return .refused }
  }

  // MARK: Parts

  private mutating func post(_ step: VerdictStep) throws {
    let body = try #require(step.body)
    let baby = body.child.map { babies[$0] ?? UUID() }
    let id: UUID
    switch step.table {
    case "feedings": id = try add(body.feed(baby), body, step)
    case "sleep": id = try add(body.sleep(baby), body, step)
    case "pumping": id = try add(body.pumping(baby), body, step)
    case "tummy-times": id = try add(body.tummyTime(baby), body, step)
    case "changes": id = try add(body.change(baby))
    case "temperature", "weight": id = try add(body.measurement(baby))
    case "medication": id = try add(body.dose(baby))
    case "notes":
      let time = try #require(VerdictBody.date(body.time))
      id = try add(Note(baby: baby, start: time, memo: body.note))
    case "timers":
      let start = try #require(VerdictBody.date(body.start))
      let timer = RunningTimer(baby: baby, name: body.name, start: start)
      id = try store.write { [rules] in try $0.startTimer(timer, rules: rules) }
    case "children": id = try add("\(body.firstName ?? "") \(body.lastName ?? "")")
    default: throw UnknownTable(name: step.table)
    }
    ids[step.table, default: []].append(id)
  }

  private func add(_ entry: some NurseryEntry) throws -> UUID {
    try store.write { [rules] in try $0.add(entry, rules: rules) }
  }

  /// As a whole entry or from a timer.
  private func add<E: TimedEntry>(
    _ entry: E, _ body: VerdictBody, _ step: VerdictStep
  ) throws -> UUID {
    guard let number = body.timer else {
      let id = try add(entry)
      if let nap = step.nap, let sleep = entry as? SleepSession {
        #expect(sleep.isNap(calendar) == nap)
      }
      return id
    }
    let timer = ids["timers"]?[number - 1] ?? UUID()
    let id = try store.write { [now, rules] in
      try $0.stopTimer(timer, at: now, into: entry, rules: rules)
    }
    let made = try #require(try store.read { try $0.entity(E.self, id) })
    #expect(made.start == VerdictBody.date(step.made?.start))
    #expect(made.end == VerdictBody.date(step.made?.end))
    #expect(made.baby == step.made?.child.flatMap { babies[$0] })
    return id
  }

  private func edit(_ table: String, _ row: String, _ body: VerdictBody) throws {
    let id = try id(table, row)
    try store.append { [rules] draft in
      try draft.edit(FeedSession.self, id, rules: rules) { feed in
        feed.start = VerdictBody.date(body.start) ?? feed.start
        feed.end = VerdictBody.date(body.end) ?? feed.end
        feed.amount = body.amount.map { Amount($0, unitText: nil) } ?? feed.amount
      }
    }
  }

  private func delete(_ table: String, _ row: String) throws {
    if table == "children" {
      let baby = try #require(babies[1])
      try store.append { try $0.deleteBaby(baby) }
    } else {
      let id = try id(table, row)
      try store.append { _ = try $0.delete(FeedSession.self, id) }
    }
  }

  private func id(_ table: String, _ row: String) throws -> UUID {
    try #require(ids[table]?[(Int(row) ?? 0) - 1])
  }

  private func isThere(_ table: String, _ row: String) throws -> Bool {
    let id = try id(table, row)
    return try store.read { try $0.entity(FeedSession.self, id) } != nil
  }

  private func count(_ table: String) throws -> Int {
    try store.read { reader in
      let changes = try reader.entities(of: DiaperChange.self)
      return switch table {
      case "feedings": try reader.entities(of: FeedSession.self).count
      case "changes": changes.count
      case "timers": try reader.view(RunningTimers.self).timers().count
      case "tags": Set(changes.flatMap(\.state.tags)).count
      default: throw UnknownTable(name: table)
      }
    }
  }

  private struct UnknownTable: Error {
    let name: String
  }
}
