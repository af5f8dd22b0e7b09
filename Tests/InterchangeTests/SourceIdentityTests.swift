import Foundation
import Testing

@testable import Interchange

@Suite struct SourceIdentityTests {
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func `SHA-1 gives the published digests`(message: String, digest: String) {
    let found = SHA1.digest(Array(message.utf8)).map { String(format: "%02x", $0) }.joined()
    #expect(found == digest)
  }

  @Test func `a version 5 UUID is that of the RFC's errata`() {
    let uuid = SourceIdentity.uuid(namespace: SourceIdentity.dns, name: "www.example.com")
    #expect(uuid.uuidString.lowercased() == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

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
