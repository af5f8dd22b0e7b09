import LMDB
import Testing

struct ChecksumTests {
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

  @Test(arguments: 0..<150)
  func `key and row in one call come to what all bytes in a row do`(count: Int) {
    let name = Array("table".utf8)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let seed = ~name.withUnsafeBytes { Checksum.portable($0) }
    let whole = (name + bytes).withUnsafeBytes { Checksum.portable($0) }
    for split in [0, count / 3, count / 2, count] {
      bytes[..<split].withUnsafeBytes { key in
        bytes[split...].withUnsafeBytes { row in
          #expect(Checksum.crc32c(after: seed, key, row) == whole)
        }
      }
    }
  }
}
