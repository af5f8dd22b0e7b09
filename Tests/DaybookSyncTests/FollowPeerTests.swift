#if Sync
  import Daybook
  import DaybookSync
  import DaybookTesting
  import Foundation
  import Synchronization
  import TemporaryFolders
  import Testing

  @Suite struct FollowPeerTests {
    private func drive(_ house: SyncHouse) -> URL {
      house.folder.url.appendingPathComponent("drive")
    }

    @Test(.timeLimit(.minutes(10)))
    func `two that follow a folder see what the other writes`() async throws {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      let folder = drive(house)
      let tasks = [house.first, second].map { member in
        Task {
          try await member.follow(FolderPeer(at: folder), every: .milliseconds(10))
        }
      }
      try await house.add("bread", to: house.first)
      for try await names in second.store.values({ try $0.rows(OpenItems.all).map(\.key.first) })
      where names == ["bread"] { break }
      try await house.add("milk", to: second)
      for try await names in house.first.store.values({
        try $0.rows(OpenItems.all).map(\.key.first)
      }) where names == ["bread", "milk"] { break }
      for task in tasks {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }

    @Test(.timeLimit(.minutes(10)))
    func `what failed is tried again after longer pauses`() async throws {
      let house = try await SyncHouse.founded()
      try Data().write(to: drive(house))
      let pauses = Mutex<[Duration]>([])
      let folder = drive(house)
      let task = Task {
        try await house.first.follow(FolderPeer(at: folder), every: .seconds(1)) { pause in
          let count = pauses.withLock {
            $0.append(pause)
            return $0.count
          }
          if count == 7 { throw CancellationError() }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(pauses.withLock { $0 } == [2, 4, 8, 16, 16, 16, 16].map { .seconds($0) })
    }

    @Test(.timeLimit(.minutes(10)))
    func `a status says who lacks what and why`() async throws {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      for name in ["a", "b"] { try await house.add(name, to: house.first) }
      var statuses = second.statuses.makeAsyncIterator()
      try Data().write(to: drive(house))
      try await second.exchange(with: FolderPeer(at: drive(house)))
      var status = try #require(await statuses.next())
      #expect(status.peer == "folder")
      #expect(status.time == house.clock.now)
      // A folder that was never written to is empty; nothing had to be written.
      try await second.exchange(with: StorePeer(house.first, name: "first"))
      status = try #require(await statuses.next())
      #expect(status.peer == "first")
      #expect(status.behind == 0 && status.ahead == 0 && status.failure == nil)
      try await house.add("c", to: second)
      try await second.exchange(with: FolderPeer(at: drive(house)))
      status = try #require(await statuses.next())
      #expect(status.failure?.code == .peer)
      #expect(status.behind == 5)
      // Whoever comes later gets the newest of each.
      var late = second.statuses.makeAsyncIterator()
      #expect(await late.next()?.peer == "first")
      #expect(await late.next()?.peer == "folder")
    }
  }
#endif
