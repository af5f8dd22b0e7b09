/// A file as the system has it: what is on disk for certain, and writes that may be, sector by
/// sector.
struct DiskFile {
  /// What a disk writes whole or not at all, in bytes.
  static let sector = 512

  /// A write that no flush has followed.
  struct Write {
    /// The number of its record.
    let number: Int
    let start: Int
    let bytes: [UInt8]

    var range: Range<Int> { start..<start + bytes.count }
    var sectors: ClosedRange<Int> { start / sector...(range.upperBound - 1) / sector }
  }

  private(set) var durable: [UInt8]
  private(set) var pending: [Write] = []
  /// The newest write that is on disk for certain, for sectors that were flushed by themselves.
  private var settled: [Int: Int] = [:]

  init(durable: [UInt8] = []) { self.durable = durable }

  mutating func write(_ write: Write) {
    if !write.bytes.isEmpty { pending.append(write) }
  }

  /// What was written before the record `number` is on disk.
  mutating func flush(before number: Int) {
    let flushed = pending.prefix { $0.number < number }
    for write in flushed {
      for sector in write.sectors where !isSettled(write, sector) {
        Self.apply(write, sector, to: &durable)
      }
    }
    pending.removeFirst(flushed.count)
    settled = settled.filter { $0.value >= number }
  }

  /// The sectors of one write are on disk, with what was written there before.
  mutating func flush(write number: Int) {
    guard let own = pending.first(where: { $0.number == number }) else { return }
    for sector in own.sectors {
      for write in pending where write.number <= number && write.sectors.contains(sector) {
        if !isSettled(write, sector) { Self.apply(write, sector, to: &durable) }
      }
      settled[sector] = max(number, settled[sector] ?? 0)
    }
    pending.removeAll { $0.number == number }
  }

  /// What the disk holds after a power cut, when it has come to write the sectors that `keeps`
  /// says.
  ///
  /// A sector has the state after any of its writes: what was written before was in the cache's
  /// page too. `keeps` gets the index of the write among those pending, and the sector.
  func image(_ keeps: (Int, Int) -> Bool) -> [UInt8] {
    var newest: [Int: Int] = [:]
    for (index, write) in pending.enumerated() {
      for sector in write.sectors where !isSettled(write, sector) && keeps(index, sector) {
        newest[sector] = index
      }
    }
    var image = durable
    for (index, write) in pending.enumerated() {
      for sector in write.sectors where index <= newest[sector] ?? -1 {
        if !isSettled(write, sector) { Self.apply(write, sector, to: &image) }
      }
    }
    return image
  }

  private func isSettled(_ write: Write, _ sector: Int) -> Bool {
    write.number <= settled[sector] ?? -1
  }

  private static func apply(_ write: Write, _ sector: Int, to bytes: inout [UInt8]) {
    let range = write.range.clamped(to: sector * Self.sector..<(sector + 1) * Self.sector)
    if bytes.count < range.upperBound {
      bytes += [UInt8](repeating: 0, count: range.upperBound - bytes.count)
    }
    let first = range.lowerBound - write.start
    bytes.replaceSubrange(range, with: write.bytes[first..<first + range.count])
  }
}
