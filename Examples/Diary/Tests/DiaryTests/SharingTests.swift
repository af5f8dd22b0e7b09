import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import Testing

@testable import Diary

struct SharingTests {
  private let folder: Folder
  private let ada, ben: Notebook
  private let members: [Replication]

  init() async throws {
    folder = try Folder()
    // Who writes later is later.
    let clock = TestClock(step: 0.001)
    var options = StoreOptions()
    options.now = { clock.now }
    ada = try Notebook.temporary(options: options)
    _ = try await ada.aspirin()
    let first = try await ada.share(
      with: ReplicaKey.load(at: folder.place("ada.key").path, creating: true))

    let key = try ReplicaKey.load(at: folder.place("ben.key").path, creating: true)
    let invitation = try await first.enrol(
      Replication.request(of: key), as: .writer, member: "Ben")
    let second = try Replication.join(
      at: folder.place("ben.store").path, schema: .diary, key: key, invitation: invitation,
      options: options)
    ben = Notebook(store: second.store, person: "Ben")
    members = [first, second]
    try await exchange()
  }

  private func exchange() async throws {
    let drive = FolderPeer(at: folder.place("drive").path)
    for member in members + members {
      let report = try await member.exchange(with: drive)
      #expect(report.failure == nil && report.refused.isEmpty)
    }
  }

  @Test func `what one writes the other reads`() async throws {
    #expect(try ben.medications().map(\.name) == ["Aspirin"])
    let evening = try ada.store.read { try $0.token() }
    try await ben.write(.note("fever"), on: .monday, at: Day.monday.at(3))
    try await exchange()
    #expect(try ada.changesByOthers(after: evening).map(\.name) == ["fever"])
    #expect(try ada.store.compare(with: ben.store).isEqual)
  }

  @Test func `an intake that two devices note is one, until both take it back`() async throws {
    for notebook in [ada, ben] {
      try await notebook.take(notebook.due(on: .monday)[0], at: Day.monday.at(8))
    }
    try await exchange()
    for notebook in [ada, ben] {
      #expect(try notebook.due(on: .monday).count == 1)
      #expect(try notebook.text(in: .gmt) == "2026-03-02 08:00 Ada: Aspirin 100 mg\n")
    }

    try await ada.undo()
    try await exchange()
    #expect(try ada.text(in: .gmt) == "2026-03-02 08:00 Ben: Aspirin 100 mg\n")
    try await ben.undo()
    try await exchange()
    #expect(try ada.due(on: .monday).count == 2)
  }
}
