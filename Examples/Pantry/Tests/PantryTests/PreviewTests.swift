import DaybookMacros
import Foundation
import Pantry
import Testing

struct PreviewTests {
  @Test func `FG-6: a household for a preview has every call, and nothing on the disk`()
    async throws
  {
    let filled = try await FilledPantry(household())
    #expect(try filled.household.texts(of: filled.list).count == 3)
    #expect(!FileManager.default.fileExists(atPath: filled.household.store.path))
  }

  /// Seconds that this thread computed; a machine that is busy with other things does not count.
  private func work(_ body: () throws -> Void) throws -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  @Test func `FG-5: a store of 10,000 events shows its first list at once`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantry-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let list = ID<GroceryList>(StoredTests.uuid(1))
    let store = try EventStore.open(at: folder, schema: .pantry)
    for part in 0..<10 {
      try store.append(durability: .relaxed) { draft in
        if part == 0 { try draft.append(.made(GroceryList(name: "Saturday")), to: list) }
        for number in 0..<1000 {
          let item = GroceryListItem(
            list: list, name: "thing \(part) \(number)", portions: [Portion(id: UUID())])
          try draft.append(.wanted(item), to: ID<GroceryListItem>.timeOrdered())
        }
      }
    }
    try store.close()
    let opening = try work {
      let store = try EventStore.open(at: folder, schema: .pantry)
      let page = ItemsByList.where(list).limit(50)
      #expect(try store.read { try $0.rows(page).count } == 50)
      let edit = try work { try store.append { try $0.append(.completed(true), to: list) } }
      #expect(edit < 0.5)
      try store.close()
    }
    #expect(opening < 2)
  }
}
