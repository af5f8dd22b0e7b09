import Foundation
import Interchange
import Testing

struct SourceIdentityTests {
  @Test func `a row's identity never changes between releases`() {
    let uuid = SourceIdentity.uuid(
      provider: "babybuddy", instance: "home", table: "feeding", id: "42")
    #expect(uuid.uuidString == "F20DAFEF-2F19-56E6-983B-124E238333A1")
  }

  @Test func `each of the four parts tells rows apart`() {
    let uuids = [
      SourceIdentity.uuid(provider: "a", instance: "b", table: "c", id: "d"),
      SourceIdentity.uuid(provider: "x", instance: "b", table: "c", id: "d"),
      SourceIdentity.uuid(provider: "a", instance: "x", table: "c", id: "d"),
      SourceIdentity.uuid(provider: "a", instance: "b", table: "x", id: "d"),
      SourceIdentity.uuid(provider: "a", instance: "b", table: "c", id: "x"),
    ]
    #expect(Set(uuids).count == uuids.count)
  }
}
