import Daybook
import DaybookTesting
import Nursery
import Testing

/// Several operations in one draft.
struct DraftOperationTests {
  private let baby = UUID()
  private let start = Date(timeIntervalSinceReferenceDate: 784_152_300)

  private static func store(
    of babies: [UUID], stamp: HybridTime? = nil
  ) throws -> EventStore {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    try store.append(stamp: stamp) { draft in
      for baby in babies {
        try draft.addBaby(
          baby, BabyProfile(name: "Mina", createdAt: Date(timeIntervalSinceReferenceDate: 0)))
      }
    }
    return store
  }

  private func running(_ store: EventStore) throws -> [UUID] {
    try store.read { try $0.view(LastEntries.self).runningFeeds(of: baby) }
  }

  @Test func `the second of two feeds that are started in one draft is the one that runs`() throws {
    let store = try Self.store(of: [baby])
    let (first, second) = (UUID(), UUID())
    try store.append { [baby, start] draft in
      try draft.startFeed(first, of: baby, at: start)
      try draft.startFeed(second, of: baby, at: start + 60)
    }
    #expect(try running(store) == [second])
  }

  @Test func `a baby's name has no white space around it`() throws {
    let store = try Self.store(of: [])
    let baby = baby
    try store.append { draft in
      try draft.addBaby(
        baby, BabyProfile(name: " Mina\u{A0}\n", createdAt: Date(timeIntervalSinceReferenceDate: 0))
      )
    }
    #expect(try store.read { try $0.entity(BabyProfile.self, baby)?.name } == "Mina")
    try store.append { draft in try draft.editBaby(baby) { $0.name = "\tNoor " } }
    #expect(try store.read { try $0.entity(BabyProfile.self, baby)?.name } == "Noor")
  }

  @Test func `a feed is started and finished in one draft`() throws {
    let store = try Self.store(of: [baby])
    let feed = UUID()
    try store.append { [baby, start] draft in
      try draft.startFeed(feed, of: baby, at: start)
      let finished = try draft.finishFeed(of: baby, at: start + 600)
      #expect(finished.id == feed)
    }
    #expect(try running(store) == [])
    #expect(try store.read { try $0.entity(FeedSession.self, feed) }?.end == start + 600)
  }

  @Test func `the time of the last diaper change is set, or of one that has to be made`() throws {
    let store = try Self.store(of: [baby])
    let (baby, start, other) = (baby, start, UUID())
    let made = try store.write { try $0.setDiaperTime(of: baby, to: start) }
    let change = try #require(try store.read { try $0.entity(DiaperChange.self, made) })
    #expect(change.wet && !change.solid && change.time == start && change.baby == baby)
    try store.append { try $0.record(other, DiaperChange(baby: baby, time: start - 60)) }
    #expect(try store.write { try $0.setDiaperTime(of: baby, to: start - 120) } == made)
    #expect(try store.read { try $0.entity(DiaperChange.self, made) }?.time == start - 120)
    #expect(try store.read { try $0.view(LastEntries.self).lastDiaper(of: baby) } == other)
    try store.undo(by: nil)
    #expect(try store.read { try $0.entity(DiaperChange.self, made) }?.time == start)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `operations in one draft do what they do in one draft each`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let babies = [random.uuid(), random.uuid()]
    let ids = (0..<6).map { _ in random.uuid() }
    let steps = (0..<40).map { index in
      Step(&random, babies, ids, start + Double(index) * 600)
    }
    // Of one stamp, so that rows that show when something was written are equal.
    let stamp = HybridTime(rawValue: 1 << 40)
    let apart = try Self.store(of: babies, stamp: stamp)
    let together = try Self.store(of: babies, stamp: stamp)
    for step in steps { try apart.append(stamp: stamp) { try step.run(&$0) } }
    try together.append(stamp: stamp) { draft in for step in steps { try step.run(&draft) } }
    #expect(try together.digests() == apart.digests())
    #expect(try together.verify().ok)
  }

  private struct Step: Sendable {
    let kind: UInt64
    let baby: UUID
    let id: UUID
    let time: Date

    init(_ random: inout SeededGenerator, _ babies: [UUID], _ ids: [UUID], _ time: Date) {
      kind = random.next() % 7
      baby = babies[Int(random.next() % 2)]
      id = ids[Int(random.next() % 6)]
      self.time = time
    }

    /// What makes no sense is refused, in both ways alike, and leaves nothing.
    func run(_ draft: inout Draft) throws {
      do {
        switch kind {
        case 0, 1: try draft.startFeed(id, of: baby, at: time)
        case 2, 3: try draft.finishFeed(of: baby, at: time)
        case 4: try draft.cancelFeed(of: baby)
        case 5: try draft.delete(FeedSession.self, id)
        default: try draft.restore(FeedSession.self, id)
        }
      } catch is NurseryError {}
    }
  }
}
