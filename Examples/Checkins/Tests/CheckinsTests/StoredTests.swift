import Checkins
import Daybook
import DaybookTesting
import Foundation
import Testing

struct StoredTests {
  private static let transactions: [@Sendable (inout Draft) throws -> Void] = [
    { draft in
      let place = CheckIn(
        name: "Pier 3", address: "Main St", latitude: Coordinate(37.8012, text: "37.80120"),
        longitude: Coordinate(-122.2727), category: "food", createdAt: date("2025-12-27T17:12:04Z"))
      try draft.append(.recorded(place), to: id(1))
    },
    { draft in
      guard let old = try draft.entity(id(1)) else { return }
      var new = old
      new.createdAt += 60
      guard let event = CheckIn.amended(from: old, to: new) else { return }
      try draft.append(event, to: id(1))
    },
    { draft in
      try draft.append(.deleted, to: id(1))
      try draft.append(.restored, to: id(1))
    },
  ]

  @Test func `what the app stores is what it stored`() throws {
    let check = StoredFormatCheck(schema: .checkins, transactions: Self.transactions)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    #expect(try check.differences(from: file) == [])
  }

  @Test func `views are lawful`() throws {
    let laws = ProjectionLaws(schema: .checkins, transactions: Self.transactions)
    #expect(try laws.violations(seed: 7).map(\.description) == [])
    #expect(try laws.lateCreations(of: CheckIn.self).map(\.description) == [])
  }
}
