import Foundation
import LMDB
import StoreFixtures
import TemporaryFolders
import TestRun
import Testing

@testable import Daybook

/// What a new store gets of one whose pages are damaged.
@Suite(.tags(.slow)) struct SalvageTests {
  private static let pageSize = 4096
  private static let transactions = 40
  private static let perTransaction = 25

  private let directory: TemporaryFolder
  private let sound: Data

  init() throws {
    directory = try TemporaryFolder()
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      for number in 0..<Self.transactions {
        try store.append(author: "Ada", durability: .relaxed) { draft in
          for item in 0..<Self.perTransaction {
            let name = "rice \(number) \(item) " + String(repeating: "x", count: 60)
            try draft.append(
              PantryEvent.bought(PantryItem(name: name, amount: 1, shelf: "top")), to: UUID())
          }
        }
      }
    }
    sound = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/data.mdb"))
  }

  private var pages: Int { sound.count / Self.pageSize }

  private func range(_ page: Int) -> Range<Int> {
    page * Self.pageSize..<(page + 1) * Self.pageSize
  }

  /// The names of all items, and what could not be copied, after a change of the file.
  private func salvage(
    _ change: (inout Data) -> Void
  ) throws -> (items: Set<String>, report: SalvageReport) {
    var bytes = sound
    change(&bytes)
    let old = try TemporaryFolder()
    try bytes.write(to: URL(fileURLWithPath: old.path + "/data.mdb"))
    let new = try TemporaryFolder()
    let report = try EventStore.salvage(from: old.path, into: new.path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: old.path + "/data.mdb")) == bytes)
    let store = try EventStore.open(at: new.path, schema: pantry)
    #expect(try store.verify().ok)
    var items: Set<String> = []
    try store.read { reader in
      let decoder = try reader.decoder(of: PantryItem.self)
      try reader.replay { event in
        if case .bought(let item)? = try decoder.decode(event) { items.insert(item.name) }
      }
    }
    #expect(items.count == report.events)
    return (items, report)
  }

  private var all: Int { Self.transactions * Self.perTransaction }

  @Test func `a sound store is copied whole`() throws {
    let (items, report) = try salvage { _ in }
    #expect(items.count == all && report.isWhole && report.transactions == Self.transactions)
  }

  @Test(arguments: [("events", "rice", "mice"), ("names", "Ada", "Eva")])
  func `what was changed with its checksums is copied, and noted`(
    table: String, old: String, new: String
  ) throws {
    let place = try (1...9).first {
      try StoreFixtures.change(table, $0, at: directory.path, old, to: new)
    }
    try #require(place != nil)
    let copy = try TemporaryFolder()
    let report = try EventStore.salvage(from: directory.path, into: copy.path)
    #expect(report.events == all && report.losses.isEmpty && !report.isWhole)
    #expect(report.notes.count == 1)
    #expect(report.notes[0].contains("was changed after it was written"), "\(report.notes)")
  }

  /// A process was killed, or the power went, before all pages of its commits were on disk.
  @Test func `what the journal alone holds is copied too`() throws {
    let old = try TemporaryFolder()
    let copied = { (name: String) in
      try FileManager.default.copyItem(
        atPath: "\(directory.path)/\(name)", toPath: "\(old.path)/\(name)")
    }
    let store = try EventStore.open(at: directory.path, schema: pantry)
    for number in 0..<3 {
      try store.append { draft in
        try draft.append(
          PantryEvent.bought(PantryItem(name: "late \(number)", amount: 1, shelf: "top")),
          to: UUID())
      }
      if number == 0 { try copied("data.mdb") }
    }
    try copied("journal")
    let new = try TemporaryFolder()
    let report = try EventStore.salvage(from: old.path, into: new.path)
    #expect(report.events == all + 3 && report.isWhole)
    #expect(try EventStore.open(at: new.path, schema: pantry).verify().ok)

    let journal = try FileHandle(forUpdating: URL(fileURLWithPath: old.path + "/journal"))
    for slot in 0..<2 {
      try journal.seek(toOffset: UInt64(slot * 4096 + 20))
      try journal.write(contentsOf: [0xAB, 0xCD])
    }
    let less = try EventStore.salvage(from: old.path, into: new.path + "/less")
    #expect(less.events == all + 1)
    #expect(less.notes.contains { $0.contains("journal") }, "\(less.notes)")
  }

  @Test func `a zeroed page costs what it held, and is named`() throws {
    var (named, lost) = (0, 0)
    for page in stride(from: 2, to: pages, by: max(1, pages / 48)) {
      let (items, report) = try salvage {
        $0.replaceSubrange(range(page), with: Data(count: Self.pageSize))
      }
      if report.notes.isEmpty {
        #expect(items.count == all)
        continue
      }
      named += 1
      lost += all - items.count
      #expect(report.notes.contains { $0.contains("page \(page)") }, "\(report.notes)")
      let counted = report.losses.reduce(0) { $0 + ($1.positions?.count ?? Self.perTransaction) }
      #expect(all - items.count <= counted, "page \(page): \(report)")
    }
    #expect(named > 2)
    // Of a page that was written in several commits, older versions have most.
    #expect(lost < named * 50)
  }

  @Test func `two pages that have changed places cost nothing`() throws {
    let (items, report) = try salvage { bytes in
      let (one, other) = (range(pages / 3), range(pages / 2))
      let first = bytes[one]
      bytes.replaceSubrange(one, with: sound[other])
      bytes.replaceSubrange(other, with: first)
    }
    #expect(items.count == all && report.losses.isEmpty)
  }

  @Test(arguments: [0, 1])
  func `a zeroed root page costs no event`(root: Int) throws {
    let (items, report) = try salvage {
      $0.replaceSubrange(range(root), with: Data(count: Self.pageSize))
    }
    #expect(items.count == all)
    #expect(!report.notes.isEmpty)
  }

  /// As LMDB writes them into a file that somebody empties, to copy another one into it, while it
  /// is opened.
  @Test func `root pages of a new file over the pages of a store cost no event`() throws {
    let new = try TemporaryFolder()
    _ = try Environment(path: new.path)
    let roots = try Data(contentsOf: URL(fileURLWithPath: new.path + "/data.mdb"))
    #expect(roots.count == 2 * Self.pageSize)
    func overwrite(_ bytes: inout Data) { bytes.replaceSubrange(0..<roots.count, with: roots) }
    let (items, report) = try salvage(overwrite)
    #expect(items.count == all && !report.notes.isEmpty)
    var bytes = sound
    overwrite(&bytes)
    let old = try TemporaryFolder()
    try bytes.write(to: URL(fileURLWithPath: old.path + "/data.mdb"))
    let error = expectError(.damaged) { try EventStore.open(at: old.path, schema: pantry) }
    #expect(error?.message.contains("those of a new file") == true)
  }

  @Test(arguments: ["events", "transactions", "names", "dots"])
  func `a table whose name was damaged is refused, and its rows are found`(table: String) throws {
    func rename(_ bytes: inout Data) {
      // A row of the table of tables: size (4 bytes), flags (2), size of the key (2), key.
      let row = Data([48, 0, 0, 0, 2, 0, UInt8(table.utf8.count), 0] + Array(table.utf8))
      var start = bytes.startIndex
      while let found = bytes.range(of: row, in: start..<bytes.endIndex) {
        bytes[found.upperBound - 1] ^= 1
        start = found.upperBound
      }
    }
    let (items, report) = try salvage(rename)
    #expect(items.count == all && report.losses.isEmpty && !report.notes.isEmpty, "\(report)")
    var bytes = sound
    rename(&bytes)
    let old = try TemporaryFolder()
    try bytes.write(to: URL(fileURLWithPath: old.path + "/data.mdb"))
    let error = expectError(.damaged) { try EventStore.open(at: old.path, schema: pantry) }
    #expect(error?.message.contains("the table \(table) is missing") == true)
  }

  #if os(Linux)
  /// LMDB calls a write that was cut short an input or output error.
  @Test(.enabled(if: MountedFolder.isAllowed), arguments: [300, 1000, 2000])
  func `a full disk is called full, and nothing is left on it`(kibibytes: Int) throws {
    let disk = try MountedFolder(kibibytes: kibibytes)
    let salvaged = #expect(throws: StoreError.self) {
      try EventStore.salvage(from: directory.path, into: disk.path + "/new")
    }
    #expect(salvaged?.code == .diskFull, "\(String(describing: salvaged))")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
  #endif

  @Test func `what was purged does not come again from old pages`() throws {
    var bytes: Data
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      _ = try store.purge(before: store.read { try $0.token() }, forced: true)
      try store.append {
        try $0.append(PantryEvent.bought(PantryItem(name: "bread", amount: 1)), to: UUID())
      }
      bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/data.mdb"))
    }
    // No tree leads anywhere any more: the magic numbers are gone.
    for root in 0..<2 { bytes[root * Self.pageSize + 16] ^= 1 }
    let (items, report) = try salvage { $0 = bytes }
    #expect(items == ["bread"] && !report.notes.isEmpty)
  }

  @Test(arguments: ["salvage", "copy"])
  func `what a killed process left is removed by the next, and what one works in stays`(
    sort: String
  ) throws {
    let place = try TemporaryFolder()
    let drafts = (0..<2).map { _ in place.path(".daybook-\(sort)-\(UUID().uuidString)") }
    for draft in drafts {
      try FileManager.default.createDirectory(
        atPath: "\(draft)/store", withIntermediateDirectories: true)
    }
    let descriptor = open(drafts[1], O_RDONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    if sort == "salvage" {
      _ = try EventStore.salvage(from: directory.path, into: place.path)
    } else {
      _ = try EventStore.open(at: directory.path, schema: pantry).copy(to: place.path("copy"))
    }
    #expect(!FileManager.default.fileExists(atPath: drafts[0]))
    #expect(FileManager.default.fileExists(atPath: drafts[1] + "/store"))
  }
}
