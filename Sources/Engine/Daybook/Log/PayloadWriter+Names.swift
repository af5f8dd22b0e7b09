internal import LMDB

extension PayloadWriter {
  /// Puts the checksum of `number` and of everything after the first four bytes into those.
  mutating func seal(number: UInt64) {
    let sum = Checksum.crc32c(number, bytes.from(4))
    base.store(sum, 0)
  }
}
