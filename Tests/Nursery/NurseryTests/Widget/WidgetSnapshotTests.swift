import Daybook
import DaybookSnapshot
import Nursery
import NurseryHousehold
import NurseryWidget
import Testing

/// BabyDashboard's widget files as they follow the log.
struct WidgetSnapshotTests {
  private let nursery: WidgetHousehold
  private let mina = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private let noor = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11") ?? UUID()
  private let start = Date(timeIntervalSinceReferenceDate: 784_152_300)

  init() throws {
    nursery = try WidgetHousehold(HouseholdStore())
    nursery.household.clock.show(start)
    let (mina, noor, start) = (mina, noor, start)
    try nursery.write(after: 0) { draft in
      try draft.addBaby(mina, BabyProfile(name: "Mina", createdAt: start))
      try draft.addBaby(noor, BabyProfile(name: "Noor", feedTerm: 0, createdAt: start + 1))
    }
  }

  /// A feed of that many seconds before now, with its duration; nil for one that runs.
  private func feed(
    _ id: Int, of baby: UUID? = nil, ago: Double, for seconds: Double? = 900
  ) throws -> UUID {
    let feed = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(id)))
    let (baby, begin) = (baby ?? mina, nursery.household.clock.now - ago)
    try nursery.write(after: 0) { draft in
      try draft.record(
        feed, FeedSession(baby: baby, start: begin, end: seconds.map { begin + $0 }))
    }
    return feed
  }

  private func written() throws -> Set<UUID> {
    Set(try nursery.publisher.update().written.compactMap(WidgetStatus.baby(fileName:)))
  }

  @Test func `a feed that ended is half of its term ago`() throws {
    _ = try feed(1, ago: 5400)
    #expect(try written() == [mina, noor])
    let name = WidgetStatus.fileName(of: mina)
    let text = String(decoding: try nursery.folder.verified(name).bytes, as: UTF8.self)
    #expect(
      text == #"{"feedTerm":10800,"feedingProgress":0.08333333333333333,"#
        + #""id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","isFeeding":false,"name":"Mina","#
        + #""totalProgress":0.5,"updatedAt":784152300}"#)
    #expect(try nursery.status(noor).feedTerm == 1)
    #expect(try nursery.status(noor).totalProgress == 0)
  }

  @Test func `an edit of the start in history rewrites the file of that baby alone`() throws {
    let feed = try feed(1, ago: 5400)
    _ = try written()
    try nursery.write { try $0.edit(FeedSession.self, feed) { $0.start -= 5400 } }
    #expect(try written() == [mina])
    #expect(try abs(nursery.status(mina).totalProgress - 1) < 0.001)
  }

  @Test func `older feeds and diaper changes rewrite nothing`() throws {
    _ = try feed(1, ago: 5400)
    _ = try written()
    let old = try feed(2, ago: 90_000)
    try nursery.write { try $0.edit(FeedSession.self, old) { $0.memo = "spat up" } }
    let mina = mina
    try nursery.write {
      try $0.record(UUID(), DiaperChange(baby: mina, time: .distantPast, wet: true))
    }
    let before = try nursery.contents()
    #expect(try written() == [])
    #expect(try nursery.contents() == before)
  }

  @Test func `the last feed is by start, the last finished one by end`() throws {
    _ = try feed(1, ago: 5400, for: 5000)
    _ = try feed(2, ago: 5000, for: 60)
    _ = try written()
    let status = try nursery.status(mina)
    #expect(status.totalProgress == 5000.0 / 10_800)
    #expect(status.feedingProgress == 5000.0 / 10_800)
  }

  @Test func `a running feed is told until it ends`() throws {
    let feed = try feed(1, ago: 1080, for: nil)
    _ = try written()
    #expect(try nursery.status(mina).isFeeding)
    #expect(try nursery.status(mina).feedingProgress == 0.1)
    let end = nursery.household.clock.now
    try nursery.write { try $0.edit(FeedSession.self, feed) { $0.end = end } }
    #expect(try written() == [mina])
    #expect(try !nursery.status(mina).isFeeding)
  }

  @Test func `a feed that goes to another baby changes both files`() throws {
    let feed = try feed(1, ago: 5400)
    _ = try written()
    let noor = noor
    try nursery.write { try $0.edit(FeedSession.self, feed) { $0.baby = noor } }
    #expect(try written() == [mina, noor])
    #expect(try nursery.status(mina).totalProgress == 0)
  }

  @Test func `the file of a deleted baby goes, and comes back with it`() throws {
    _ = try feed(1, ago: 5400)
    _ = try written()
    let mina = mina
    try nursery.write { try $0.deleteBaby(mina) }
    #expect(try nursery.publisher.update().removed == [WidgetStatus.fileName(of: mina)])
    #expect(try nursery.contents().count == 1)
    try nursery.write { try $0.restoreBaby(mina) }
    #expect(try written() == [mina])
  }

  @Test func `undo, import and a transaction of another replica are seen`() async throws {
    _ = try feed(1, ago: 5400)
    _ = try written()
    try nursery.write { try $0.retract(transaction: 2) }
    #expect(try written() == [mina])
    let (mina, start) = (mina, start)
    try nursery.write(stamp: .distantPast) { draft in
      try draft.record(UUID(), FeedSession(baby: mina, start: start - 60, end: start))
    }
    #expect(try written() == [mina])
    let other = try HouseholdStore()
    try await other.store.append { draft in
      try draft.record(UUID(), FeedSession(baby: mina, start: start, end: start + 1))
    }
    let message = try other.store.read { try $0.message(of: 1) }
    try await nursery.store.absorb(try #require(message))
    #expect(try written() == [mina])
    #expect(try nursery.contents() == nursery.scratch())
  }
}
