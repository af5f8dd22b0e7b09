import Foundation
import RemoteServers
import Synchronization
import TemporaryFolders
import Testing

@testable import Daybook
@testable import DaybookSync

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// The files of attachments over buckets and WebDAV folders, in memory and with faults.
struct RemoteAttachmentTests {
  private let house: SyncHouse
  private let ben: Replication

  init() async throws {
    house = try await SyncHouse.founded()
    ben = try await house.join("ben")
  }

  @discardableResult
  private func add(_ bytes: [UInt8], to member: Replication) async throws -> Attachment {
    let file = try member.store.attachments.add(bytes)
    let id = try await house.add("photo", to: member)
    try await member.store.append { try $0.append(ItemEvent.noted("\(file)"), to: id) }
    return file
  }

  @Test(arguments: RemoteMemory.Dialect.allCases, [1, 2, 3] as [UInt64])
  func `a second store gets all files, both ways, whatever fails`(
    dialect: RemoteMemory.Dialect, seed: UInt64
  ) async throws {
    let memory = RemoteMemory(dialect, .all, seed: seed)
    let (own, bens) = (try memory.peer(), try memory.peer())
    var files = [try await add([], to: house.first)]
    for byte in UInt8(0)..<8 {
      files.append(try await add([byte], to: byte < 6 ? house.first : ben))
    }
    for _ in 0..<3 {
      for (member, peer) in [(house.first, own), (ben, bens)] {
        let report = try await member.exchange(with: peer)
        #expect(report.failure == nil && report.problems == [:])
      }
    }
    memory.state.withLock { $0.faults = .none }
    for member in [house.first, ben] {
      #expect(try await member.exchange(with: memory.peer()).failure == nil)
      #expect(files.allSatisfy { member.store.attachments.state(of: $0) == .here })
      #expect(try await member.store.verify().ok)
    }
    let names = memory.paths.filter { $0.contains("/attachments/") }
    #expect(names.count == files.count)
  }

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a look that finds nothing new asks for no attachments either`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let memory = RemoteMemory(dialect)
    let peer = try memory.peer()
    try await add([1, 2, 3], to: house.first)
    for _ in 0..<2 { try await house.first.exchange(with: peer) }
    _ = memory.takeRequests()
    #expect(try await house.first.exchange(with: peer).attachmentsSent == 0)
    #expect(memory.takeRequests().count == 1)
    // What another one has put there is news.
    _ = try await ben.exchange(with: memory.peer())
    let file = try await add([4], to: ben)
    #expect(try await ben.exchange(with: memory.peer()).attachmentsSent == 1)
    #expect(try await house.first.exchange(with: peer).attachmentsReceived == 1)
    #expect(try house.first.store.attachments.bytes(of: file) == [4])
  }

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a file with another content is refused and told, and half of one is left alone`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let memory = RemoteMemory(dialect)
    let file = try await add([1, 2, 3], to: house.first)
    #expect(try await house.first.exchange(with: memory.peer()).attachmentsSent == 1)
    let path = try #require(memory.paths.first { $0.contains("/attachments/") })
    memory[path] = [3, 2, 1]
    let report = try await ben.exchange(with: memory.peer())
    #expect(report.attachmentsReceived == 0)
    #expect(report.problems.keys.sorted() == [AttachmentFolder.relativePlace(of: file)])
    #expect(try ben.store.attachments.folder.contents().isEmpty)
    memory[path] = [1, 2]
    #expect(try await ben.exchange(with: memory.peer()).problems == [:])
    // The member that has it puts it there again.
    #expect(try await house.first.exchange(with: memory.peer()).attachmentsSent == 1)
    #expect(try await ben.exchange(with: memory.peer()).attachmentsReceived == 1)
    #expect(try ben.store.attachments.bytes(of: file) == [1, 2, 3])
  }

  @Test func `a file that is too large for a request is told, and the others travel`()
    async throws
  {
    let memory = RemoteMemory(.bucket)
    let path = try house.folder.file("film")
    #expect(truncate(path, (64 << 20) + 1) == 0)
    let film = try house.first.store.attachments.add(fileAt: path)
    let id = try await house.add("film", to: house.first)
    try await house.first.store.append { try $0.append(ItemEvent.noted("\(film)"), to: id) }
    let photo = try await add([1], to: house.first)
    let report = try await house.first.exchange(with: memory.peer())
    #expect(report.attachmentsSent == 1 && report.failure == nil)
    #expect(report.problems[AttachmentFolder.relativePlace(of: film)]?.contains("drive") == true)
    #expect(try await ben.exchange(with: memory.peer()).attachmentsReceived == 1)
    #expect(ben.store.attachments.state(of: photo) == .here)
  }
}
