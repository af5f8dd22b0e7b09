import Daybook
import Nursery
import Testing

struct TimerTests {
  private let store: EventStore
  private let baby = UUID()
  private let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)
  private var rules: EntryRules { EntryRules(now: noon) }

  init() throws {
    store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let (baby, noon) = (baby, noon)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: noon)) }
  }

  private func start(_ timer: RunningTimer) throws -> UUID {
    try store.write { [rules] in try $0.startTimer(timer, rules: rules) }
  }

  private func timers() throws -> [Identified<RunningTimer>] {
    try store.read { try $0.view(RunningTimers.self).timers() }
  }

  @Test func `timers run beside each other, the oldest first`() throws {
    let late = try start(RunningTimer(baby: baby, start: noon - 60))
    let early = try start(RunningTimer(name: "Walk", start: noon - 3600, user: "Ada"))
    #expect(try timers().map(\.id) == [early, late])
    #expect(try timers().first?.value.user == "Ada")
    let (mine, nobodys) = try store.read { reader in
      let view = try reader.view(RunningTimers.self)
      return (try view.timers(of: baby).map(\.id), try view.timers(of: nil).map(\.id))
    }
    #expect(mine == [late] && nobodys == [early])
  }

  @Test func `a timer that is stopped becomes an entry with its baby and start, and is kept`()
    throws
  {
    let (noon, rules, stranger) = (noon, rules, UUID())
    let timer = try start(RunningTimer(baby: baby, start: noon - 1200))
    let sleep = try store.write {
      try $0.stopTimer(
        timer, at: noon, into: SleepSession(baby: stranger, start: noon - 9999, memo: "#calm"),
        rules: rules)
    }
    let entry = try #require(try store.read { try $0.entity(SleepSession.self, sleep) })
    #expect(entry.baby == baby && entry.start == noon - 1200 && entry.end == noon)
    #expect(entry.memo == "#calm")
    #expect(try timers().isEmpty)
    let kept = try #require(try store.read { try $0.entity(RunningTimer.self, timer) })
    #expect(kept.entry == sleep && kept.entryKind == SleepSession.kind && !kept.isRunning)
  }

  @Test func `a timer of nobody takes the baby of its entry`() throws {
    let (noon, rules, baby) = (noon, rules, baby)
    let timer = try start(RunningTimer(start: noon - 600))
    let feed = try store.write {
      try $0.stopTimer(timer, at: noon, into: FeedSession(baby: baby, start: noon), rules: rules)
    }
    #expect(try store.read { try $0.entity(FeedSession.self, feed) }?.baby == baby)
  }

  @Test func `a timer that was stopped or deleted cannot be used again`() throws {
    let (noon, rules) = (noon, rules)
    let stopped = try start(RunningTimer(start: noon - 600))
    let deleted = try start(RunningTimer(start: noon - 600))
    try store.append { draft in
      try draft.stopTimer(stopped, at: noon, into: FeedSession(start: noon), rules: rules)
      try draft.deleteTimer(deleted)
    }
    for timer in [stopped, deleted, UUID()] {
      let error = NurseryError.noSuchTimer(timer)
      #expect(throws: error) {
        try store.append {
          try $0.stopTimer(timer, at: noon, into: SleepSession(start: noon), rules: rules)
        }
      }
      #expect(throws: error) {
        try store.append { try $0.restartTimer(timer, at: noon, rules: rules) }
      }
      #expect(throws: error) { try store.append { try $0.deleteTimer(timer) } }
    }
    try store.append { try $0.restoreTimer(deleted) }
    #expect(try timers().map(\.id) == [deleted])
  }

  @Test func `an entry that is refused leaves the timer running`() throws {
    let (noon, rules) = (noon, rules)
    let timer = try start(RunningTimer(start: noon - 90_000))
    #expect(throws: NurseryError.invalid([.tooLong(seconds: 90_000)])) {
      try store.append {
        try $0.stopTimer(timer, at: noon, into: SleepSession(start: noon), rules: rules)
      }
    }
    #expect(try timers().map(\.id) == [timer])
  }

  @Test func `undo of a stop brings the timer back and takes the entry away`() throws {
    let (noon, rules) = (noon, rules)
    let timer = try start(RunningTimer(start: noon - 600))
    let sleep = UUID()
    try store.append(author: "Ada") {
      try $0.stopTimer(
        timer, at: noon, into: SleepSession(start: noon), id: sleep, rules: rules)
    }
    try store.undo(by: "Ada")
    #expect(try timers().map(\.id) == [timer])
    #expect(try store.read { try $0.entity(SleepSession.self, sleep) } == nil)
  }

  @Test func `a timer begins anew, not in the future, and of a baby that there is`() throws {
    let (noon, rules, stranger) = (noon, rules, UUID())
    let timer = try start(RunningTimer(start: noon - 600))
    try store.append { try $0.restartTimer(timer, at: noon, rules: rules) }
    #expect(try timers().map(\.value.start) == [noon])
    let late = noon + 1
    #expect(throws: NurseryError.invalid([.inFuture(late)])) {
      try store.append { try $0.restartTimer(timer, at: late, rules: rules) }
    }
    #expect(throws: NurseryError.invalid([.inFuture(late), .unknownBaby(stranger)])) {
      try start(RunningTimer(baby: stranger, start: late))
    }
    #expect(throws: NurseryError.invalid([.idInUse(timer)])) {
      try store.append {
        try $0.startTimer(RunningTimer(start: noon), id: timer, rules: rules)
      }
    }
  }

  @Test func `the stored form stays, and events are read back`() throws {
    #expect(
      TimerEvent.types.map(\.name) == [
        "timer.started", "timer.restarted", "timer.stopped", "timer.deleted", "timer.restored",
      ])
    #expect(RunningTimer.kind == "nursery.timer")
    let timer = RunningTimer(baby: sampleID, name: "Walk", start: sampleDate, user: "Ada")
    let golden: [(TimerEvent, String)] = [
      (
        .started(timer),
        "080012100102030405060708090a0b0c0d0e0f101a0457616c6b21000010769b5ec7412a03416461"
      ),
      (.restarted(sampleDate), "09000010769b5ec741"),
      (
        .stopped(TimedEntryReference(kind: "nursery.sleep", id: sampleID)),
        "0a0d6e7572736572792e736c65657012100102030405060708090a0b0c0d0e0f10"
      ),
      (.deleted, ""), (.restored, ""),
    ]
    for (event, bytes) in golden {
      #expect(hex(encoded(event)) == bytes)
      #expect(try decoded(TimerEvent.self, event.typeIndex, encoded(event)) == event)
    }
    #expect(throws: PayloadError.missing(4)) { try decoded(TimerEvent.self, 0, []) }
    #expect(throws: PayloadError.missing(2)) { try decoded(TimerEvent.self, 2, []) }
  }
}
