import Daybook
import DaybookSnapshot
import Synchronization
import TemporaryFolders
import Testing

/// A publisher that ends between any two of its steps.
struct SnapshotCrashTests {
  /// Lets the work go on for some steps.
  private final class Fuse: Sendable {
    private let left: Mutex<Int>
    let isBurnt = Mutex(false)

    init(_ steps: Int) { left = Mutex(steps) }

    func step() throws(SnapshotError) {
      let goesOn = left.withLock {
        $0 -= 1
        return $0 >= 0
      }
      if goesOn { return }
      isBurnt.withLock { $0 = true }
      throw SnapshotError(.storage, "killed")
    }
  }

  private func publisher(_ cards: CardStore, _ fuse: Fuse) -> SnapshotPublisher {
    var folder = AtomicFolder(path: cards.directory.path)
    folder.interruption = { _ throws(SnapshotError) in try fuse.step() }
    return SnapshotPublisher(store: cards.store, builder: Cards(), folder: folder)
  }

  /// Two files of which one changes, one goes and one comes with the next update.
  private func prepared() throws -> CardStore {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.buy(2, "salt", on: "B")
    try cards.publisher().update()
    try cards.append(.eaten, 2)
    try cards.buy(3, "oats", on: "A")
    return cards
  }

  private static func contents(_ cards: CardStore) throws -> [String: [UInt8]] {
    let files = AtomicFolder(path: cards.directory.path)
    var found: [String: [UInt8]] = [:]
    for name in try files.names() { found[name] = try files.read(name) }
    return found
  }

  @Test func `after any step each file is the old or the new one, and the next start repairs`()
    throws
  {
    var steps = 0
    while true {
      let cards = try prepared()
      let old = try Self.contents(cards)
      let fuse = Fuse(steps)
      let result = Result { try publisher(cards, fuse).update() }
      let halfway = try Self.contents(cards)
      #expect(throws: Never.self) { try cards.folder.manifest() }
      try cards.publisher().update()
      #expect(try cards.isWhole(), "after \(steps) steps")
      let new = try Self.contents(cards)
      for (name, bytes) in halfway where name != SnapshotManifest.fileName {
        #expect(bytes == old[name] || bytes == new[name], "\(name) after \(steps) steps")
      }
      if !fuse.isBurnt.withLock({ $0 }) {
        #expect(try result.get().written == [cards.file(1), cards.file(3)])
        break
      }
      steps += 1
    }
    #expect(steps == 20)
  }

  @Test func `a file that was made but not noted goes when its subject does meanwhile`() throws {
    var steps = 0
    while true {
      let cards = try prepared()
      let fuse = Fuse(steps)
      _ = try? publisher(cards, fuse).update()
      try cards.append(.eaten, 3)
      try cards.append(.eaten, 1)
      try cards.publisher().update()
      #expect(try AtomicFolder(path: cards.directory.path).names() == [SnapshotManifest.fileName])
      if !fuse.isBurnt.withLock({ $0 }) { break }
      steps += 1
    }
  }

  @Test func `a publisher that failed goes on by itself`() throws {
    let cards = try prepared()
    let fuse = Fuse(.max)
    let failing = Mutex(0)
    var folder = AtomicFolder(path: cards.directory.path)
    folder.interruption = { _ throws(SnapshotError) in
      let fails = failing.withLock {
        $0 += 1
        return $0 == 11
      }
      if fails { throw SnapshotError(.storage, "full") }
      try fuse.step()
    }
    let publisher = SnapshotPublisher(store: cards.store, builder: Cards(), folder: folder)
    #expect(throws: SnapshotError.self) { try publisher.update() }
    try publisher.update()
    #expect(try cards.isWhole())
  }
}
