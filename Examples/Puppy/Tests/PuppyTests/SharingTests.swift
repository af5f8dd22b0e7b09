import Daybook
import DaybookSync
import Foundation
import Puppy
import Testing

/// OL-4: Ada's phone, Ben's phone, and a folder between them.
struct SharingTests {
  /// Everything in one folder, which ends with the test.
  private final class House {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("puppy-\(UUID().uuidString)")
    let ada: SharedPuppy
    var drive: String { place("drive") }

    init(_ log: PuppyLog) async throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      ada = try await .share(log, as: "Ollie", key: folder.appendingPathComponent("ada.key").path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func place(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func letIn(_ person: String, as role: SpaceRole) async throws -> SharedPuppy {
      let request = try SharedPuppy.request(key: place("\(person).key"))
      let invitation = try await ada.admit(request, of: person, as: role)
      return try .join(
        invitation, at: place(person), person: person, key: place("\(person).key"))
    }

    /// Lets each exchange until all have all that counts.
    func meet(_ others: SharedPuppy...) async throws {
      for phone in [ada] + others + [ada] {
        let report = try await phone.exchange(over: drive)
        #expect(report.failure == nil && report.refused.isEmpty && report.missing.isEmpty)
      }
    }

    func status(_ person: String) async throws -> PuppyMember? {
      try await ada.members(over: drive).first { $0.name == person }
    }
  }

  /// A profile, 1,000 entries and one of each of the rest.
  private func filled() async throws -> PuppyLog {
    let log = PuppyLog(store: try .temporary(schema: .puppy), person: "Ada")
    try await log.store.append(author: log.person) { draft in
      var profile = PuppyProfile()
      profile.name = "Ollie"
      try draft.append(.recorded(profile), to: Kept<PuppyProfile>.self, id(1))
      for number in 0..<1_000 {
        let entry = DiaryEntry(
          number % 2 == 0 ? .pee : .meal, at: date("2026-03-01T00:00:00Z") + Double(number) * 600,
          place: number % 2 == 0 ? .outside : nil)
        try draft.append(.recorded(entry), to: ID<Kept<DiaryEntry>>.timeOrdered())
      }
    }
    var spot = WalkSpot()
    spot.name = "Park"
    try await log.record(spot)
    try await log.master("sit", at: date("2026-03-02T10:00:00Z"))
    return log
  }

  private func pee(_ time: String) -> DiaryEntry {
    DiaryEntry(.pee, at: date(time), place: .outside)
  }

  @Test func `a picture of one phone is on its way, and then shown on the other`() async throws {
    let house = try await House(PuppyLog(store: .temporary(schema: .puppy), person: "Ada"))
    let ben = try await house.letIn("Ben", as: .writer)
    let entry = try await house.ada.log.record(DiaryEntry(.pee, at: date("2026-03-02T08:00:00Z")))
    let picture = house.place("ollie.jpg")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: picture))
    try await house.ada.log.attach(pictureAt: picture, to: entry)
    try await house.meet(ben)
    let shown = try #require(try ben.log.store.read { try $0.entity(entry) }).value
    let file = try #require(shown.picture)
    #expect(file.fileExtension == "jpg" && file.length == 3)
    let path = try ben.log.store.attachments.path(of: file)
    #expect(try ben.log.shown(shown) == .file(at: path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
    try FileManager.default.removeItem(atPath: path)
    #expect(try ben.log.shown(shown) == .onItsWay)
    try await house.meet(ben)
    #expect(try ben.log.shown(shown) == .file(at: path))
  }

  @Test func `OL-4: the partner gets the profile and every entry, and both write`() async throws {
    let house = try await House(try await filled())
    try await house.ada.exchange(over: house.drive)
    let ben = try await house.letIn("Ben", as: .writer)
    #expect(try await house.status("Ben")?.status == .invited)
    try await house.meet(ben)
    #expect(try ben.log.all(PuppyProfile.self).map(\.name) == ["Ollie"])
    #expect(try ben.log.entries() == house.ada.log.entries())
    #expect(try ben.log.entries().count == 1_000)
    #expect(try ben.log.walkSpots().count == 1 && ben.log.skills().count == 1)
    #expect(try await house.status("Ben")?.status == .joined)
    // Ben is offline, and so is Ada.
    try await ben.log.record(pee("2026-03-09T10:00:00Z"))
    try await house.ada.log.record(pee("2026-03-09T11:00:00Z"))
    #expect(try house.ada.log.streak().current == 501)
    try await house.meet(ben)
    for phone in [house.ada, ben] { #expect(try phone.log.streak().current == 502) }
    #expect(try house.ada.log.store.compare(with: ben.log.store).isEqual)
  }

  @Test func `OL-4: accepting deletes nobody's data`() async throws {
    let house = try await House(try await filled())
    try await house.ada.exchange(over: house.drive)
    // Ben has a diary of his own, of another puppy.
    let own = PuppyLog(
      store: try .open(at: house.place("own"), schema: .puppy), person: "Ben")
    try await own.record(pee("2026-03-01T10:00:00Z"))
    let token = try own.token
    let ben = try await house.letIn("Ben", as: .writer)
    try await house.meet(ben)
    #expect(try own.token == token)
    #expect(try own.entries().count == 1)
    #expect(try ben.log.entries().count == 1_000)
    #expect(try house.ada.log.entries().count == 1_000)
    try await own.store.close()
  }

  @Test func `OL-4: a reader looks on, and writes once the owner lets it`() async throws {
    let house = try await House(try await filled())
    let cleo = try await house.letIn("Cleo", as: .reader)
    #expect(try !cleo.mayWrite())
    try await house.meet(cleo)
    #expect(try cleo.log.entries().count == 1_000)
    let error = await #expect(throws: StoreError.self) {
      try await cleo.log.record(pee("2026-03-09T10:00:00Z"))
    }
    #expect(error?.code == .notPermitted)
    let member = try #require(try await house.status("Cleo"))
    #expect(member.role == .reader)
    try await house.ada.setRole(.writer, of: member)
    try await house.meet(cleo)
    #expect(try cleo.mayWrite())
    try await cleo.log.record(pee("2026-03-09T10:00:00Z"))
    try await house.meet(cleo)
    #expect(try house.ada.log.entries().count == 1_001)
  }

  @Test func `OL-4: what a revoked partner writes counts for nobody, and it keeps what it has`()
    async throws
  {
    let house = try await House(try await filled())
    let ben = try await house.letIn("Ben", as: .writer)
    try await house.meet(ben)
    try await ben.log.record(pee("2026-03-09T10:00:00Z"))
    try await house.meet(ben)
    try await house.ada.revoke(try #require(try await house.status("Ben")))
    // Ben has not heard of it.
    try await ben.log.record(pee("2026-03-09T12:00:00Z"))
    #expect(try ben.log.entries().count == 1_002)
    try await house.meet(ben)
    #expect(try house.ada.log.entries().count == 1_001)
    #expect(try ben.log.entries().count == 1_001)
    #expect(try await house.status("Ben")?.status == .revoked)
    #expect(try !ben.mayWrite())
    let error = await #expect(throws: StoreError.self) {
      try await ben.log.record(pee("2026-03-09T13:00:00Z"))
    }
    #expect(error?.code == .notPermitted)
    // Its log still has what it wrote, with the mark that it does not count.
    let space = try ben.replication.space()
    let replica = try ben.replication.replica()
    let newest = try ben.replication.vector()[replica]
    #expect(space.members[replica]?.through.map { $0 < newest } == true)
    // The folder is not encrypted: what Ada writes there is read on until it is closed to Ben.
    try await house.ada.log.record(pee("2026-03-09T14:00:00Z"))
    try await house.ada.exchange(over: house.drive)
    try await ben.exchange(over: house.drive)
    #expect(try ben.log.entries().count == 1_002)
  }

  @Test
  func `OL-5: what one deletes while the other edits it stays deleted, and undo shows the edit`()
    async throws
  {
    let house = try await House(PuppyLog(store: try .temporary(schema: .puppy), person: "Ada"))
    let made = try await house.ada.log.record(pee("2026-03-09T10:00:00Z"))
    let ben = try await house.letIn("Ben", as: .writer)
    try await house.meet(ben)
    try await house.ada.log.delete(made)
    try await ben.log.change(made) { $0.note = "by Ben" }
    for _ in 1...3 {
      try await house.meet(ben)
      for phone in [house.ada, ben] { #expect(try phone.log.entries().isEmpty) }
    }
    try await house.ada.log.undo()
    try await house.meet(ben)
    for phone in [house.ada, ben] {
      #expect(try phone.log.entries().map(\.note) == ["by Ben"])
    }
  }

  @Test func `OL-7: a diary that was kept alone is shared from the same store`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("puppy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let alone = PuppyLog(
      store: try .open(at: folder.path, schema: .puppy), person: "Ada")
    let made = try await alone.record(pee("2026-03-09T10:00:00Z"))
    try await alone.change(made) { $0.note = "before" }
    let token = try alone.token
    let house = try await House(alone)
    let ben = try await house.letIn("Ben", as: .writer)
    try await house.meet(ben)
    #expect(house.ada.log.store === alone.store)
    #expect(try alone.token > token)
    #expect(try ben.log.entries().map(\.note) == ["before"])
    // What was done before can still be taken back.
    try await alone.undo()
    try await house.meet(ben)
    #expect(try ben.log.entries().map(\.note) == [nil])
    try await alone.store.close()
  }

  @Test func `OL-4: a phone that starts again goes on where it was`() async throws {
    let house = try await House(try await filled())
    let ben = try await house.letIn("Ben", as: .writer)
    try await house.meet(ben)
    try await ben.log.store.close()
    let again = try SharedPuppy.open(
      at: house.place("Ben"), person: "Ben", key: house.place("Ben.key"))
    #expect(!again.replication.wasMinted)
    try await again.log.record(pee("2026-03-09T10:00:00Z"))
    try await house.meet(again)
    #expect(try house.ada.log.entries().count == 1_001)
  }
}
