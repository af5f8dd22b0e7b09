import Testing

@testable import Interchange

/// The examples of FIPS 180-4 and its test vectors.
struct FileDigestTests {
  private func digest(_ bytes: [UInt8]) -> String {
    var digest = FileDigest()
    digest.update(bytes)
    return digest.text
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `a text has its published digest`(text: String, expected: String) {
    #expect(digest(Array(text.utf8)) == expected)
  }

  @Test func `a million letters have their published digest`() {
    var digest = FileDigest()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000)
    for _ in 0..<100 { digest.update(piece) }
    #expect(
      digest.text == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1_000])
  func `pieces of any size give the digest of the whole`(size: Int) {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var digest = FileDigest()
    var rest = bytes[...]
    while !rest.isEmpty {
      digest.update(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(digest.text == self.digest(bytes))
  }

  @Test func `a digest may be read on the way`() {
    var digest = FileDigest()
    digest.update(Array("ab".utf8))
    #expect(digest.text == self.digest(Array("ab".utf8)))
    digest.update(Array("c".utf8))
    #expect(digest.text == self.digest(Array("abc".utf8)))
  }
}
