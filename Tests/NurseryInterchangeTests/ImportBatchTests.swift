import Daybook
import DaybookTesting
import Foundation
import Nursery
import Testing

@testable import Interchange

@Suite struct ImportBatchTests {
  @Test func `entries that are too large together are written in several transactions`()
    async throws
  {
    let boundary = try DayBoundary(zone: "UTC", hour: 0, minute: 0)
    let store = try EventStore.temporary(schema: .nursery(boundary: boundary))
    var batch = ImportBatch()
    let name = String(repeating: "long ", count: 600)
    for _ in 0..<1_200 {
      let id = UUID()
      batch.add(id, .imported) {
        try $0.append(
          BabyEvent.created(
            BabyProfile(name: name, createdAt: Date(timeIntervalSinceReferenceDate: 0))), to: id)
      }
    }
    let plan = ImportPlan(report: ImportReport(), batch: batch)
    _ = try await ImportRun(store: store, context: "test", makePlan: { _ in plan })
      .run { _, _ in }
    #expect(try store.statistics().events == 1_200)
    let sizes = try store.read { reader in
      try reader.transactions().map { try reader.message(of: $0.number)?.count ?? 0 }
    }
    #expect(sizes.count > 3)
    #expect(sizes.allSatisfy { $0 <= 1 << 20 })
  }
}
