import Daybook
import DaybookSync
import Foundation
import Nursery

/// Three stores share a baby over a folder. One is lost and restored from an older copy, and writes
/// on as another replica; one is revoked. In the end all have the same views.
enum SharingDemo {
  /// Returns whether all members have the same in the end.
  static func run() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-sharing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await run(in: folder)
  }

  private static func run(in folder: URL) async throws -> Bool {
    Demo.say(
      "Ada has a store with a baby, and makes it a space. Ben and Cleo join it over a folder.")
    let ada = try await Member.founding(named: "Ada", in: folder)
    let ben = try await Member.joining(named: "Ben", at: ada)
    let cleo = try await Member.joining(named: "Cleo", at: ada)
    for member in [ada, ben, cleo] { try await member.exchange() }
    try await ada.write("a diaper", at: 6) { DiaperChange(baby: $0, time: $1, wet: true) }
    for member in [ada, ben, cleo] { try await member.exchange() }
    try show([ada, ben, cleo])

    Demo.say("Ben copies his store, writes on, exchanges, and loses the store.")
    try ben.copy()
    try await ben.write("a feed of 120 mL", at: 7) { feed(120, of: $0, at: $1) }
    try await ben.exchange()
    let again = try await ben.restored()
    try show([again])
    Demo.say(
      """
      The copy lacks what Ben has sent since, so it writes on as another replica \
      (\(again.replication.mintReason?.rawValue ?? "it was not minted")), which Ada enrols.
      """)
    try await ada.exchange()
    _ = try await ada.replication.enrol(again.replication.request(), as: .writer, member: "Ben")
    try await again.write("a diaper", at: 8) { DiaperChange(baby: $0, time: $1, solid: true) }
    for member in [ada, again, ada, cleo] { try await member.exchange() }
    try show([ada, again, cleo])

    Demo.say("Cleo writes, and Ada revokes her. What Cleo writes afterwards counts for nobody.")
    try await cleo.write("a feed of 60 mL", at: 9) { feed(60, of: $0, at: $1) }
    for member in [cleo, ada] { try await member.exchange() }
    try await ada.replication.revoke(cleo.replication.replica())
    try await cleo.write("a feed of 999 mL", at: 10) { feed(999, of: $0, at: $1) }
    try show([cleo])

    Demo.say("All exchange.")
    let members = [ada, again, cleo]
    for member in members + members { try await member.exchange() }
    try show(members)
    return try compare(members)
  }

  private static func feed(_ millilitres: Double, of baby: UUID, at start: Date) -> FeedSession {
    FeedSession(
      baby: baby, start: start, end: start.addingTimeInterval(600),
      amount: Amount(millilitres, .millilitre), content: .formula, route: .bottle)
  }

  // MARK: What is there

  private static func show(_ members: [Member]) throws {
    for member in members {
      let entries = try member.entries()
      let count = entries.count == 1 ? "1 entry" : "\(entries.count) entries"
      Demo.say("  \(member.name) has \(count): \(entries.joined(separator: "; "))")
    }
  }

  private static func compare(_ members: [Member]) throws -> Bool {
    let digests = try members.map { try $0.replication.store.digests() }
    let areSound = try members.allSatisfy { try $0.replication.store.verify().ok }
    for (name, digest) in digests[0].sorted(by: { $0.key < $1.key }) {
      let others = digests.map { $0[name]?.description ?? "none" }.filter { $0 != "\(digest)" }
      Demo.say("  \(name): \(digest)" + (others.isEmpty ? "" : ", WRONG: \(others)"))
    }
    let fits = areSound && !digests[0].isEmpty && digests.allSatisfy { $0 == digests[0] }
    Demo.say(
      fits
        ? "The digests of all views are the same in the three stores, and each verifies."
        : "Something does not fit; see above.")
    return fits
  }
}
