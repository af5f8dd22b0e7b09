import Daybook
import DaybookSQL
import TemporaryFolders
import Testing

// snippet: mirrored
/// Brings the mirror up to date, and makes it where there is none.
func mirrored(_ store: EventStore, at path: String) async throws -> Int {
  let mirror = try StoreMirror(at: path, of: store)
  let report = try await mirror.update()
  return report.transactions
}
// end

struct MirrorExampleTests {
  @Test func `the function of the guide mirrors what came since`() async throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.temporary(schema: .shop)
    try await store.append { try $0.append(MemoEvent.written("m"), to: ID<Memo>.timeOrdered()) }
    #expect(try await mirrored(store, at: folder.path("shop.sqlite")) == 1)
    #expect(try await mirrored(store, at: folder.path("shop.sqlite")) == 0)
  }
}
