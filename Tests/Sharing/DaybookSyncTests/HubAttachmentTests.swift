import DaybookHub
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import Daybook
@testable import DaybookSync

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// The files of attachments by way of a hub.
struct HubAttachmentTests {
  private let house: HubHouse
  private let ada: Replication
  private let ben: Replication

  init() async throws {
    house = try await HubHouse()
    ada = house.members.first
    ben = try await house.members.join("ben")
    try await house.settle(ada, ben)
  }

  /// The folder of the space at the hub.
  private var there: AttachmentFolder {
    AttachmentFolder(
      path: "\(house.path)/spaces/\(ada.store.space.uuidString.lowercased())/attachments")
  }

  private func add(_ bytes: [UInt8], to member: Replication) async throws -> Attachment {
    let file = try member.store.attachments.add(bytes)
    let id = try await house.members.add("photo", to: member)
    try await member.store.append { try $0.append(ItemEvent.pictured(file), to: id) }
    return file
  }

  @discardableResult
  private func exchange(
    _ member: Replication, over transport: (any HubTransport)? = nil
  ) async throws -> ExchangeReport {
    let peer = HubPeer(house.text, for: member, over: transport ?? house.hub)
    let report = try await member.exchange(with: peer)
    #expect(report.failure == nil)
    return report
  }

  /// Bytes of which no two pieces are the same.
  private static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test func `two who are never on together have each other's files`() async throws {
    let first = try await add([1, 2, 3], to: ada)
    let empty = try await add([], to: ada)
    #expect(try await exchange(ada).attachmentsSent == 2)
    let second = try await add([4], to: ben)
    let report = try await exchange(ben)
    #expect(report.attachmentsReceived == 2 && report.attachmentsSent == 1)
    #expect(report.problems == [:])
    #expect(try await exchange(ada).attachmentsReceived == 1)
    for store in [ada.store, ben.store] {
      #expect(try store.attachments.bytes(of: first) == [1, 2, 3])
      #expect(try store.attachments.bytes(of: empty) == [])
      #expect(try store.attachments.bytes(of: second) == [4])
      #expect(try await store.verify().ok)
    }
    for member in [ada, ben] {
      let again = try await exchange(member)
      #expect(again.attachmentsReceived == 0 && again.attachmentsSent == 0)
    }
    #expect(try await house.store().verify().ok)
  }

  @Test func `a peer asks for what is new alone, and for all after the hub began anew`()
    async throws
  {
    var house = house
    _ = try await add([1], to: ada)
    try await exchange(ada)
    let peer = house.peer(ben)
    #expect(try await peer.files(of: ada.store.space).lengths.count == 1)
    _ = try await add([2], to: ada)
    try await exchange(ada)
    let known = peer.knownFiles.withLock { $0 }
    let news = try FileList(
      bytes: try await peer.ask(.files, FileList(known.list, known: known.count).bytes))
    #expect(news.files.count == 1 && news.known == 1)
    #expect(try await peer.files(of: ada.store.space).lengths.count == 2)
    try house.restart()
    let again = HubPeer(house.text, for: ben, over: house.hub)
    again.knownFiles.withLock { $0 = peer.knownFiles.withLock { $0 } }
    #expect(try await again.files(of: ada.store.space).lengths.count == 2)
    #expect(again.knownFiles.withLock { $0.list } != known.list)
  }

  struct Lost: Error {}

  @Test(arguments: [HubCall.Name.add, .piece])
  func `a file that stopped on its way is gone on with`(_ name: HubCall.Name) async throws {
    let content = Self.bytes(2 * FilePiece.size + 100)
    let file = try await add(content, to: ada)
    let counts = ListeningTransport(house.hub)
    let breaking = TamperingTransport(
      hub: house.hub,
      change: { call in
        guard call.name == name else { return }
        if try FilePiece(bytes: call.body).place == 2 * FilePiece.size { throw Lost() }
      })
    if name == .add {
      #expect(try await exchange(ada, over: breaking).problems["attachments"] != nil)
      #expect(there.state(of: file) == .notHere)
      #expect(try await exchange(ada, over: counts).attachmentsSent == 1)
    } else {
      try await exchange(ada)
      #expect(try await exchange(ben, over: breaking).attachmentsReceived == 0)
      #expect(ben.store.attachments.state(of: file) == .notHere)
      try await exchange(ben, over: counts)
    }
    let places = try counts.calls.withLock { $0 }.filter { $0.name == name }
      .map { try FilePiece(bytes: $0.body).place }
    // Who sends asks with its first piece how much is there.
    #expect(places == (name == .add ? [0, 2 * FilePiece.size] : [2 * FilePiece.size]))
    try await exchange(ben)
    #expect(try ben.store.attachments.bytes(of: file) == content)
    for folder in [there, ben.store.attachments.folder] {
      #expect(try folder.arriving().attachments().isEmpty)
    }
  }

  @Test func `a piece that was changed on its way to the hub is not kept`() async throws {
    let file = try await add([1, 2, 3], to: ada)
    let forger = TamperingTransport(
      hub: house.hub,
      change: { call in
        guard call.name == .add, let piece = try? FilePiece(bytes: call.body) else { return }
        call.body = FilePiece(of: piece.file, at: 0, content: [3, 2, 1]).bytes
      })
    let report = try await exchange(ada, over: forger)
    #expect(report.attachmentsSent == 0 && report.problems.count == 1)
    #expect(there.state(of: file) == .notHere)
    #expect(try await exchange(ada).attachmentsSent == 1)
    #expect(there.state(of: file) == .here)
  }

  @Test func `an odd answer of a hub is told as such, and keeps no other file from coming`()
    async throws
  {
    let (odd, other) = (try await add([1, 2, 3], to: ada), try await add([4], to: ada))
    let refusal = HubAnswer(400, SyncError(.malformed, "it comes anew"))
    for answer in [HubAnswer(body: FilePiece(of: other, at: 1).bytes), HubAnswer(), refusal] {
      @Sendable func isOdd(_ call: HubCall) -> Bool {
        call.name == .add && (try? FilePiece(bytes: call.body))?.file.name == odd.name
      }
      let transport = TamperingTransport(
        hub: house.hub, answered: { if isOdd($0) { $1 = answer } },
        // Nothing of it comes there.
        change: { if isOdd($0) { $0.body = FilePiece(of: odd, at: 0).bytes } })
      let report = try await exchange(ada, over: transport)
      let place = AttachmentFolder.relativePlace(of: odd)
      #expect(report.problems.keys.sorted() == [place])
      #expect(report.problems[place]?.contains("changed on its way") == true)
    }
    #expect(there.state(of: other) == .here)
    #expect(try await exchange(ada).attachmentsSent == 1)
  }

  @Test func `a member compares what a hub gives with the name`() async throws {
    let file = try await add([1, 2, 3], to: ada)
    try await exchange(ada)
    let forger = TamperingTransport(
      hub: house.hub, answered: { if $0.name == .piece { $1.body = [3, 2, 1] } }, change: { _ in })
    let report = try await exchange(ben, over: forger)
    #expect(report.attachmentsReceived == 0)
    #expect(report.problems.keys.first?.hasSuffix(file.name) == true)
    #expect(ben.store.attachments.state(of: file) == .notHere)
    // One that gives more than there is, or nothing.
    for body in [[1, 2, 3, 4], []] as [[UInt8]] {
      let other = TamperingTransport(
        hub: house.hub, answered: { if $0.name == .piece { $1.body = body } }, change: { _ in })
      #expect(try await exchange(ben, over: other).attachmentsReceived == 0)
    }
    #expect(try await exchange(ben).attachmentsReceived == 1)
  }

  @Test func `readers and strangers add no files`() async throws {
    try await ada.enrol(house.hub.request, as: .reader, member: "Pi")
    let key = try house.members.key("cleo")
    let invitation = try await ada.enrol(
      Replication.request(of: key), as: .reader, member: "Cleo")
    try await exchange(ada)
    let cleo = try house.members.join("cleo", key: key, invitation)
    try await exchange(cleo)
    let file = Attachment(name: String(repeating: "a", count: 64), length: 1, fileExtension: nil)
    let piece = FilePiece(of: file, at: 0, content: [1]).bytes
    let failure = await #expect(throws: SyncError.self) {
      try await house.peer(cleo).ask(.add, piece)
    }
    #expect(failure?.code == .notPermitted)
    let call = HubCall(.add, space: ada.store.space, body: piece)
    #expect(await house.hub.answer(call).status == 401)
  }

  @Test func `a file for which there is no room is refused before it comes, and no other is`()
    async throws
  {
    var limits = HubLimits()
    limits.largestSpace = 8 << 20
    let small = try await HubHouse(limits)
    let ada = small.members.first
    // By their names the film comes between two of the others.
    let contents = [[UInt8](repeating: 0, count: 9 << 20)] + (0..<8).map { [UInt8($0)] }
    let files = try contents.map { try ada.store.attachments.add($0) }
    for file in files {
      let id = try await small.members.add("film", to: ada)
      try await ada.store.append { try $0.append(ItemEvent.pictured(file), to: id) }
    }
    let listening = ListeningTransport(small.hub)
    let report = try await ada.exchange(with: HubPeer(small.text, for: ada, over: listening))
    #expect(report.failure == nil && report.sent > 0 && report.attachmentsSent == 8)
    let place = AttachmentFolder.relativePlace(of: files[0])
    #expect(report.problems.keys.sorted() == [place])
    #expect(report.problems[place]?.contains("no more room") == true)
    #expect(listening.calls.withLock { $0.count { $0.name == .add } } == 9)
  }

  @Test func `files leave some of the disk to the log, and what has come of one is forgotten`()
    async throws
  {
    let half = Attachment(name: String(repeating: "b", count: 64), length: 9, fileExtension: nil)
    _ = try await house.peer(ada).ask(.add, FilePiece(of: half, at: 0, content: [1, 2]).bytes)
    let from = there.arriving(from: try ada.replica().uuid.uuidString.lowercased())
    #expect(from.count(of: half) == 2)
    house.hub.close()
    var limits = HubLimits()
    limits.leftFree = 1 << 60
    let full = try Hub(
      at: house.path, name: "our Pi", limits: limits,
      now: { [clock = house.members.clock] in clock.now })
    let peer = HubPeer(house.text, for: ada, over: full)
    let failure = await #expect(throws: SyncError.self) {
      try await peer.ask(.add, FilePiece(of: half, at: 2, content: [3]).bytes)
    }
    #expect(failure?.message.contains("no more room for the attachment \(half.name)") == true)
    #expect(from.count(of: half) == 0)
    let file = try await add([1, 2, 3], to: ada)
    let report = try await ada.exchange(with: peer)
    #expect(report.failure == nil && report.sent > 0 && report.attachmentsSent == 0)
    #expect(report.problems.keys.sorted() == [AttachmentFolder.relativePlace(of: file)])
  }

  @Test func `what nobody went on with for a day is removed with the next file`() async throws {
    let half = Attachment(name: String(repeating: "b", count: 64), length: 9, fileExtension: nil)
    let peer = house.peer(ada)
    _ = try await peer.ask(.add, FilePiece(of: half, at: 0, content: [1, 2]).bytes)
    let from = there.arriving(from: try ada.replica().uuid.uuidString.lowercased())
    #expect(from.count(of: half) == 2)
    func age(_ days: Double) throws {
      let time = house.members.clock.now.addingTimeInterval(-days * 86_400)
      try FileManager.default.setModified(from.place(of: half), to: time)
    }
    try age(0.5)
    _ = try await add([1], to: ada)
    try await exchange(ada)
    #expect(from.count(of: half) == 2)
    try age(1.5)
    _ = try await add([2], to: ada)
    try await exchange(ada)
    #expect(from.count(of: half) == 0)
  }

  @Test func `files that a hub has lost come back from who has them`() async throws {
    let file = try await add([1, 2, 3], to: ada)
    try await exchange(ada)
    house.hub.close()
    try FileManager.default.removeItem(atPath: there.path)
    var again = house
    try again.restart()
    let report = try await ada.exchange(with: again.peer(ada))
    #expect(report.attachmentsSent == 1)
    #expect(there.state(of: file) == .here)
  }

  enum Damage: CaseIterable {
    case removed, cut, changed

    func befall(_ path: String, _ content: [UInt8]) throws {
      var rest = content
      switch self {
      case .removed: return try FileManager.default.removeItem(atPath: path)
      case .cut: rest.removeLast()
      case .changed: rest[0] ^= 1
      }
      try Data(rest).write(to: URL(fileURLWithPath: path))
    }
  }

  @Test(arguments: Damage.allCases, [false, true])
  func `a file that was harmed at the hub is put there anew`(
    _ damage: Damage, _ restarts: Bool
  ) async throws {
    var house = house
    let content = Self.bytes(FilePiece.size + 100)
    let file = try await add(content, to: ada)
    try await exchange(ada)
    try damage.befall(there.place(of: file), content)
    if restarts { try house.restart() }
    // Ada has asked before anybody notices.
    let peer = house.peer(ada)
    _ = try await peer.files(of: ada.store.space)
    let report = try await exchange(ben, over: house.hub)
    #expect(report.attachmentsReceived == 0)
    // A hub that begins anew does not list what is not there.
    let isTold = !restarts || damage == .changed
    #expect(
      report.problems.keys.sorted() == (isTold ? [AttachmentFolder.relativePlace(of: file)] : []))
    #expect(try await ada.exchange(with: peer).attachmentsSent == 1)
    #expect(try there.check(file.name) == .here)
    #expect(try await exchange(ben, over: house.hub).attachmentsReceived == 1)
    #expect(try ben.store.attachments.bytes(of: file) == content)
    for member in [ada, ben] {
      let last = try await exchange(member, over: house.hub)
      #expect(last.attachmentsSent == 0 && last.problems.isEmpty)
    }
  }
}
