import DaybookTesting

/// What of the writes that were not flushed a disk has come to write when the power goes.
struct Survival: CustomStringConvertible {
  enum Way: CaseIterable {
    case nothing
    case everything
    /// Each write whole or not at all.
    case writes
    /// Each page of each write.
    case pages
    /// Each sector of each write: torn pages too.
    case sectors
    /// The later writes, whole, and none before.
    case later
    /// The earlier ones, and one sector in two of the next.
    case earlier
    /// All but one.
    case allButOne
    case onlyOne
  }

  let way: Way
  let seed: UInt64
  /// How likely something is kept, of 16; for some ways the place where they differ.
  private let share: UInt64

  init(_ way: Way, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.way = way
    self.seed = seed
    share = random.next() % 15 + 1
  }

  var description: String { "\(way) kept, seed \(seed)" }

  /// Whether the sector is on disk as it is after the write `index` of `count`.
  func keeps(_ index: Int, of count: Int, sector: Int) -> Bool {
    let one = Int(seed % UInt64(count))
    switch way {
    case .nothing: return false
    case .everything: return true
    case .writes: return isDrawn(index, 0)
    case .pages: return isDrawn(index, sector / 8)
    case .sectors: return isDrawn(index, sector)
    case .later: return index >= one
    case .earlier: return index < one || (index == one && sector % 2 == 0)
    case .allButOne: return index != one
    case .onlyOne: return index == one
    }
  }

  /// How many of the directory's changes are kept; a file system writes them in order.
  func names(of count: Int) -> Int {
    switch way {
    case .nothing: 0
    case .everything: count
    default: Int(seed / 16 % UInt64(count + 1))
    }
  }

  private func isDrawn(_ index: Int, _ part: Int) -> Bool {
    var random = SeededGenerator(seed: seed &+ UInt64(index) << 40 &+ UInt64(part))
    return random.next() % 16 < share
  }
}
