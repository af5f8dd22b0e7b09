import LMDB
import Testing

@Suite struct ChecksumTests {
  @Test func `the check value of the CRC catalogue comes out`() {
    // CRC-32/ISCSI of "123456789", RFC 3720 and the CRC catalogue: 0xE3069283.
    let value = Array("123456789".utf8).withUnsafeBytes { Checksum.crc32c($0) }
    #expect(value == 0xE306_9283)
  }

  @Test(arguments: 0..<70)
  func `the instruction and the portable form agree`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    bytes.withUnsafeBytes { #expect(Checksum.crc32c($0) == Checksum.portable($0)) }
  }
}
