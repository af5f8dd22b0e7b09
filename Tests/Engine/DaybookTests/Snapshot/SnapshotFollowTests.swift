import Daybook
import DaybookSnapshot
import Synchronization
import TemporaryFolders
import Testing

/// A publisher that follows commits.
struct SnapshotFollowTests {
  @Test func `commits within half a second share an update`() async throws {
    let cards = try CardStore()
    let clock = StepClock()
    let publisher = cards.publisher()
    let (commits, signals) = AsyncStream.makeStream(of: Void.self)
    async let following: Void = publisher.follow(commits, clock: clock)
    try await clock.sleepers(1)
    for (number, name) in ["rice", "salt", "oats"].enumerated() {
      try cards.buy(number + 1, name, on: "A")
      signals.yield()
    }
    let early = try cards.folder.manifest()
    #expect(early.files.isEmpty)
    clock.advance(by: .milliseconds(499))
    #expect(try cards.folder.manifest() == early)
    clock.advance(by: .milliseconds(1))
    try await clock.sleepers(2)
    #expect(clock.sleeps == [.milliseconds(500), .milliseconds(500)])
    #expect(try cards.folder.manifest().files.mapValues(\.generation).values.allSatisfy { $0 == 1 })
    #expect(try cards.isWhole())
    // A signal that was passed on after the update began asks for one more.
    signals.finish()
    clock.stop()
    try await following
  }

  @Test func `a file that time makes outdated is built when it is due`() async throws {
    let cards = try CardStore()
    let clock = StepClock()
    let times = Mutex(0)
    let publisher = SnapshotPublisher(
      store: cards.store, builder: Hours(), folder: cards.directory.path,
      now: { Date(timeIntervalSinceReferenceDate: Double(times.withLock { $0 })) })
    let (commits, signals) = AsyncStream.makeStream(of: Void.self)
    async let following: Void = publisher.follow(commits, clock: clock)
    try await clock.sleepers(1)
    #expect(try cards.folder.verified("hour").bytes == Array("0".utf8))
    clock.advance(by: .milliseconds(500))
    try await clock.sleepers(2)
    times.withLock { $0 = 3600 }
    clock.advance(by: .seconds(3600))
    try await clock.sleepers(3)
    #expect(clock.sleeps == [.milliseconds(500), .seconds(3600), .milliseconds(500)])
    #expect(try cards.folder.verified("hour").bytes == Array("1".utf8))
    signals.finish()
    clock.stop()
    try await following
  }

  @Test func `following the store sees its commits, and cancelling ends it`() async throws {
    let cards = try CardStore()
    let publisher = SnapshotPublisher(
      store: cards.store, builder: Cards(), folder: cards.directory.path)
    let following = Task {
      try await publisher.follow(
        cards.store.history.transactions().follow, interval: .zero)
    }
    try cards.buy(1, "rice", on: "A")
    while (try? cards.text(1)) == nil { await Task.yield() }
    following.cancel()
    await #expect(throws: CancellationError.self) { try await following.value }
  }

  /// A file with the number of the hour.
  private struct Hours: SnapshotBuilder {
    let name = "hours"
    let revision = 1

    func files(_ reader: borrowing Reader) -> [String] { ["hour"] }

    func files(concerning entity: EntityReference, _ reader: borrowing Reader) -> [String] { [] }

    func build(_ file: String, _ reader: borrowing Reader, now: Date) -> SnapshotContent? {
      let hour = Int(now.timeIntervalSinceReferenceDate) / 3600
      return SnapshotContent(
        Array("\(hour)".utf8), dependsOn: [],
        expires: Date(timeIntervalSinceReferenceDate: Double(hour + 1) * 3600))
    }
  }
}
