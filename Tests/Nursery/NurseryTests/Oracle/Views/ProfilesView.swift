import Daybook
import DaybookTesting
import Nursery

enum ProfilesView: OracleView {
  static let name = "profiles"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let rows = try reader.view(CurrentProfiles.self).rows(CurrentProfiles.profiles).map {
      OracleNursery.Profile(createdAt: $0.key.createdAt, id: $0.key.id, profile: $0.row)
    }
    return NurseryTests.difference("rows", rows, expected.profiles)
  }
}
