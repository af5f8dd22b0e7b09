import Daybook
import DaybookSnapshot
import DaybookTesting
import TemporaryFolders
import Testing

/// Files that follow the log.
struct SnapshotPublisherTests {
  @Test func `files come, change and go with their subjects`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    try cards.buy(1, "rice", on: "A")
    #expect(try publisher.update().written == [cards.file(1)])
    #expect(try cards.text(1) == "rice: rice at 784152301.0\n")
    try cards.buy(2, "salt", on: "A")
    #expect(try publisher.update().written == [cards.file(1), cards.file(2)])
    #expect(try cards.text(1) == "rice: rice,salt at 784152302.0\n")
    try cards.append(.eaten, 2)
    let report = try publisher.update()
    #expect(report.removed == [cards.file(2)])
    #expect(report.written == [cards.file(1)])
    #expect(try cards.isWhole())
  }

  @Test func `a file that a transaction does not concern is not looked at`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    try cards.buy(1, "rice", on: "A")
    try cards.buy(2, "salt", on: "B")
    try publisher.update()
    try cards.buy(3, "oats", on: "B")
    let report = try publisher.update()
    #expect(report.considered == 2)
    #expect(report.written == [cards.file(2), cards.file(3)])
    #expect(try cards.text(1) == "rice: rice at 784152302.0\n")
  }

  @Test func `a file whose content stays is not written, although time has passed`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    try cards.buy(1, "rice", on: "A")
    try publisher.update()
    let before = try cards.folder.manifest()
    try cards.append(.counted(7), 1)
    let report = try publisher.update()
    #expect(report.considered == 1)
    #expect(report.isEmpty)
    #expect(try cards.folder.manifest() == before)
  }

  @Test func `a subject that goes elsewhere is missed where it was`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    for (item, name) in ["rice", "salt"].enumerated() { try cards.buy(item + 1, name, on: "A") }
    try publisher.update()
    try cards.append(.moved("B"), 2)
    #expect(try publisher.update().written == [cards.file(1), cards.file(2)])
    #expect(try cards.text(1) == "rice: rice at 784152303.0\n")
  }

  @Test func `what is taken back is seen`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    try cards.buy(1, "rice", on: "A")
    try cards.buy(2, "salt", on: "A")
    try publisher.update()
    try cards.store.append { try $0.retract(transaction: 2) }
    let report = try publisher.update()
    #expect(report.removed == [cards.file(2)])
    #expect(try cards.isWhole())
  }

  @Test func `each replacement is the next generation, built from its token`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    try cards.buy(1, "rice", on: "A")
    try publisher.update()
    try cards.buy(2, "salt", on: "A")
    let token = try publisher.update().token
    let entry = try cards.folder.manifest().files[cards.file(1)]
    #expect(entry?.generation == 2)
    #expect(entry?.token == token.description)
  }

  @Test func `a later start reads only what came since`() throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.buy(2, "salt", on: "B")
    try cards.publisher().update()
    try cards.buy(3, "oats", on: "B")
    let report = try cards.publisher().update()
    #expect(!report.wasComplete)
    #expect(report.written == [cards.file(2), cards.file(3)])
    #expect(report.considered == 2)
  }

  @Test func `transactions that concern no file are noted now and then`() throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    let publisher = cards.publisher()
    try publisher.update()
    let first = try cards.folder.manifest().token
    for amount in 0..<999 { try cards.append(.counted(Int64(amount)), 1) }
    try publisher.update()
    #expect(try cards.folder.manifest().token == first)
    try cards.append(.counted(0), 1)
    let token = try publisher.update().token
    #expect(try cards.folder.manifest().token == token.description)
  }

  @Test func `a file that cannot be built stays and is tried again`() throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    try cards.buy(2, "salt", on: "A")
    let report = try cards.publisher(Cards(impossible: ["rice"])).update()
    #expect(report.failures.map(\.file) == [cards.file(1)])
    #expect(report.written == [cards.file(2)])
    #expect(try cards.text(1) == "rice: rice at 784152301.0\n")
    let later = try cards.publisher().update()
    #expect(later.written == [cards.file(1)])
    #expect(try cards.isWhole())
  }

  @Test func `another revision of the builder builds every file anew`() throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    let next = Cards(revision: 2, title: "* ")
    let report = try cards.publisher(next).update()
    #expect(report.wasComplete)
    #expect(report.written == [cards.file(1)])
    #expect(try cards.isWhole(next))
  }

  @Test func `a refresh builds every file for the present`() throws {
    let cards = try CardStore()
    let publisher = cards.publisher()
    try cards.buy(1, "rice", on: "A")
    try publisher.update()
    #expect(try publisher.refresh().isEmpty)
    cards.clock.advance(by: 60)
    #expect(try publisher.refresh().written == [cards.file(1)])
  }

  @Test func `the files of another store are replaced`() throws {
    let first = try CardStore()
    try first.buy(1, "rice", on: "A")
    try first.buy(2, "salt", on: "A")
    try first.publisher().update()
    let second = try CardStore()
    try second.buy(1, "oats", on: "B")
    let publisher = SnapshotPublisher(
      store: second.store, builder: Cards(), folder: first.directory.path)
    let report = try publisher.update()
    #expect(report.wasComplete)
    #expect(report.written == [first.file(1)])
    #expect(report.removed == [first.file(2)])
  }

  @Test func `after a purge of what came since, every file is looked at`() throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.buy(2, "salt", on: "B")
    try cards.publisher().update()
    try cards.append(.eaten, 2)
    try cards.buy(3, "oats", on: "C")
    let newest = try cards.store.read { try $0.token() }
    try cards.store.purge(before: newest, forced: true)
    #expect(try cards.store.read { try $0.token() } == newest)
    let report = try cards.publisher().update()
    #expect(report.wasComplete)
    #expect(report.written == [cards.file(3)])
    #expect(report.removed == [cards.file(2)])
    #expect(try cards.isWhole())
  }

  @Test func `files of others in the folder are left alone`() throws {
    let cards = try CardStore()
    let other = AtomicFolder(path: cards.directory.path)
    try other.replace("\(CardStore.id(7).uuidString).card", with: [1])
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    #expect(try other.read("\(CardStore.id(7).uuidString).card") == [1])
  }

  @Test(arguments: [true, false])
  func `a file that was changed or removed by somebody is made again`(isRemoved: Bool) throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    let files = AtomicFolder(path: cards.directory.path)
    if isRemoved {
      try files.remove(cards.file(1))
    } else {
      try files.replace(cards.file(1), with: [0])
    }
    #expect(try cards.publisher().update().written == [cards.file(1)])
    #expect(try cards.isWhole())
  }

  @Test(arguments: ["", "{", #"{"format":1}"#])
  func `a manifest that was cut off is made again`(text: String) throws {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    let files = AtomicFolder(path: cards.directory.path)
    try files.replace(SnapshotManifest.fileName, with: Array(text.utf8))
    #expect(try cards.publisher().update().wasComplete)
    #expect(try cards.isWhole())
  }

  @Test func `a manifest of a newer format is not touched`() throws {
    let cards = try CardStore()
    let files = AtomicFolder(path: cards.directory.path)
    let rest = Array(#""format":2}"#.utf8)
    let newer = Array(#"{"check":"\#(SnapshotDigest.text(of: rest))","#.utf8) + rest
    try files.replace(SnapshotManifest.fileName, with: newer)
    let error = #expect(throws: SnapshotError.self) { try cards.publisher().update() }
    #expect(error?.code == .newerFormat)
    #expect(try files.read(SnapshotManifest.fileName) == newer)
  }
}
