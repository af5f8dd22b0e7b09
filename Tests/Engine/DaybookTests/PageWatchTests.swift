import Daybook
import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

/// Large stores, whose leaves are looked at while they are used.
struct PageWatchTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private var data: URL { URL(fileURLWithPath: directory.path + "/data.mdb") }

  private func open(_ options: StoreOptions = StoreOptions()) throws -> EventStore {
    try EventStore.open(at: directory.path, schema: pantry, options: options)
  }

  private func fill() throws {
    let store = try open()
    for _ in 0..<12 {
      try store.append(durability: .relaxed) { draft in
        for _ in 0..<500 {
          try draft.append(
            PantryEvent.bought(
              PantryItem(name: String(repeating: "rice", count: 20), amount: 1, shelf: "top")),
            to: UUID())
        }
      }
    }
  }

  /// Damages a leaf in use that holds old entries, and says its number.
  private func damageLeaf() throws -> Int {
    let sound = try Data(contentsOf: data)
    let text = Data(String(repeating: "rice", count: 20).utf8)
    var place = sound.count / 8
    while let found = sound.range(of: text, in: place..<sound.count)?.lowerBound {
      let page = found / 4096
      var bytes = sound
      bytes[page * 4096 + 12] ^= 0x40
      try bytes.write(to: data)
      if isRefused() { return page }
      // A page that no tree refers to any more.
      place = (page + 1) * 4096
    }
    Issue.record("no leaf holds the entries")
    return 0
  }

  /// Whether the file is refused when all of it is looked at.
  private func isRefused() -> Bool {
    var options = StoreOptions()
    options.pageChecks = .atOpen
    do { _ = try open(options) } catch { return true }
    return false
  }

  @Test func `a damaged leaf ends writing, is named, and reads go on`() throws {
    try fill()
    let page = try damageLeaf()
    let store = try open()
    guard case .damaged(let message) = store.pages.wait() else {
      Issue.record("the damaged page \(page) was not found")
      return
    }
    #expect(message.contains("page \(page)"))
    #expect(try store.statistics().pages == .damaged(message))
    expectError(.damaged) { try store.append { try $0.append(PantryEvent.eaten, to: UUID()) } }
    #expect(try store.read { try $0.transaction(12) }?.number == 12)
    #expect(try !store.verify().ok)
  }

  @Test func `a damaged leaf is refused where everything is looked at first`() throws {
    try fill()
    _ = try damageLeaf()
    var options = StoreOptions()
    options.pageChecks = .atOpen
    expectError(.damaged) { _ = try open(options) }
  }

  @Test func `pages that were found sound are not looked at again for a week`() throws {
    try fill()
    var options = StoreOptions()
    options.now = { Date(timeIntervalSince1970: 1_000_000) }
    do {
      let store = try open(options)
      #expect(store.pages.wait() == .sound)
    }
    #expect(FileManager.default.fileExists(atPath: directory.path + "/pages.checked"))
    #expect(try open(options).statistics().pages == .sound)
    options.now = { Date(timeIntervalSince1970: 1_000_000 + 8 * 86_400) }
    _ = try damageLeaf()
    let store = try open(options)
    guard case .damaged = store.pages.wait() else {
      Issue.record("an old record was believed")
      return
    }
    withExtendedLifetime(store) {}
  }

  @Test func `a store is closed while its pages are looked at`() throws {
    try fill()
    for _ in 0..<5 { _ = try open() }
    #expect(try open().verify().ok)
  }

  @Test func `a store whose pages are not looked at says so`() throws {
    try fill()
    var options = StoreOptions()
    options.pageChecks = .none
    #expect(try open(options).statistics().pages == .skipped)
  }
}
