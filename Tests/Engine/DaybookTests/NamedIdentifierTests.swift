import Daybook
import Foundation
import Testing

/// Identifiers that names have, as RFC 9562 defines them.
struct NamedIdentifierTests {
  /// The namespace for names of hosts, of RFC 9562, section 6.6.
  private let dns = UUID(
    uuid: (
      0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8
    ))

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    // Around the length of a block, with the end mark and the length behind.
    (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
    (String(repeating: "a", count: 63), "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
    (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    (String(repeating: "a", count: 119), "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"),
    (String(repeating: "a", count: 128), "ad5b3fdbcb526778c2839d2f151ea753995e26a0"),
    (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func `SHA-1 gives the published digests`(message: String, digest: String) {
    let found = SHA1.digest(Array(message.utf8)).map { String(format: "%02x", $0) }.joined()
    #expect(found == digest)
  }

  @Test func `the identifier of a name is that of the RFC's example`() throws {
    let uuid = UUID(name: "www.example.com", in: dns)
    #expect(uuid.uuidString.lowercased() == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test func `name and namespace tell identifiers apart`() {
    let made = [
      UUID(name: "settings", in: dns), UUID(name: "Settings", in: dns), UUID(name: "", in: dns),
      UUID(name: "settings", in: UUID(name: "", in: dns)),
    ]
    #expect(Set(made).count == made.count)
    #expect(UUID(name: "settings", in: dns) == made[0])
  }

  @Test func `names beyond one block of the digest differ in their last letter`() {
    let long = String(repeating: "é", count: 200)
    let uuid = UUID(name: long + "a", in: dns)
    #expect(uuid != UUID(name: long + "b", in: dns))
    #expect(uuid.uuid.6 >> 4 == 5 && uuid.uuid.8 >> 6 == 2)
  }
}
