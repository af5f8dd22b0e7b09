#if Sync
  import Daybook
  import DaybookSync
  import Foundation
  import TemporaryFolders
  import Testing

  /// Keys, and the texts that a device asks and is invited with.
  @Suite struct KeyTests {
    @Test func `a request and an invitation are read as they were written`() throws {
      let key = try ReplicaKey.load(
        at: FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).key"),
        creating: true)
      defer { try? FileManager.default.removeItem(at: key.url) }
      let request = Replication.request(of: key)
      #expect(try EnrolmentRequest("\(request)") == request)
      #expect(request.checkDigits.wholeMatch(of: /\d{5}( \d{5}){3}/) != nil)
      let other = EnrolmentRequest(
        replica: request.replica, publicKey: request.publicKey.reversed())
      #expect(
        zip(request.checkDigits.split(separator: " "), other.checkDigits.split(separator: " "))
          .allSatisfy { $0 != $1 })
      for text in ["", "daybook-request-1:", "\(request)x", String("\(request)".dropLast(4))] {
        let error = #expect(throws: SyncError.self) { try EnrolmentRequest(text) }
        #expect(error?.code == .text)
      }
    }

    @Test func `of many who make a key, one does, and all have that one`() async throws {
      let house = try await SyncHouse()
      for round in 0..<20 {
        let url = house.folder.url.appendingPathComponent("shared\(round).key")
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
          for _ in 0..<8 {
            group.addTask { try ReplicaKey.load(at: url, creating: true).publicKey }
          }
          return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
      }
    }

    @Test func `a key that others can read is refused, and one in a store`() async throws {
      let house = try await SyncHouse()
      let url = house.folder.url.appendingPathComponent("first.key")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
      #expect(throws: SyncError.self) { try ReplicaKey.load(at: url) }
      let inside = house.folder.url.appendingPathComponent("first/own.key")
      #expect(throws: SyncError.self) { try ReplicaKey.load(at: inside, creating: true) }
      let missing = house.folder.url.appendingPathComponent("none.key")
      #expect(throws: SyncError.self) { try ReplicaKey.load(at: missing) }
    }
  }
#endif
