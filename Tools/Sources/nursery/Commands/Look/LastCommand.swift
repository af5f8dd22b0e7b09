import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct LastCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "last", abstract: "Each baby's last entry of every kind, and its last amount.",
    discussion: "Of measurements, medications, activities and events the last of each sort.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(name: .long, help: "Only this baby: the beginning of a name or an id.")
  var baby: String?

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let baby = try baby.map { try screen.babies.find($0) }
    let rows = try store.read { reader in
      try Self.rows(reader, screen, of: baby) { try reader.short($0) }
    }
    try Self.print(rows, arguments, screen)
  }

  /// What each baby had last, or one.
  ///
  /// - Parameter short: the beginning of an id that lists show.
  static func rows(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ screen: Screen,
    of baby: UUID? = nil, short: (UUID) throws -> String
  ) throws -> [LastOfBaby] {
    var rows: [LastOfBaby] = []
    for known in screen.babies.all where baby == nil || known.id == baby {
      rows.append(try LastOfBaby(known, reader, screen, short))
    }
    return rows
  }

  /// - Parameter isNow: whether it says how long ago each was.
  static func print(
    _ rows: [LastOfBaby], _ arguments: StoreArguments, _ screen: Screen, isNow: Bool = true
  ) throws {
    if arguments.printsJSON {
      return try arguments.print(json: "babies", rows.map(\.json), with: screen.json)
    }
    var table = TextTable(
      ["baby", "last", "id", "when"] + (isNow ? ["ago"] : []) + ["what", "memo"])
    for row in rows {
      for (label, short, shown) in row.lines {
        table.add(
          [row.baby.profile.name, label, short, screen.time(shown.facts)]
            + (isNow ? [screen.ago(shown.facts)] : []) + [shown.words, shown.facts.memo ?? ""])
      }
      if row.lines.isEmpty {
        let rest = Array(repeating: "", count: isNow ? 5 : 4)
        table.add([row.baby.profile.name, "nothing yet"] + rest)
      }
    }
    table.print(nothing: screen.babies.nothing)
    if !rows.isEmpty { Terminal.line("Times in \(screen.boundary.zone).") }
  }
}

/// What a baby had last.
struct LastOfBaby: Sendable {
  let baby: CurrentProfile
  /// The last entry of every kind and sort that there is, by kind, of each the newest first.
  private let entries: [(short: String, shown: Shown)]
  /// The last feed with an amount.
  private let amount: (short: String, shown: Shown)?

  init(
    _ baby: CurrentProfile, _ reader: borrowing some StoreReading & ~Copyable & ~Escapable,
    _ screen: Screen, _ short: (UUID) throws -> String
  ) throws {
    self.baby = baby
    let last = try reader.view(LastEntries.self)
    var entries: [(String, Shown)] = []
    for kind in EntryKind.allCases {
      for key in try last.lastOfEachType(kind, of: baby.id).sorted(by: { $0.start > $1.start }) {
        guard let shown = try Kinds.of(kind).shown(reader, key.id, screen) else { continue }
        entries.append((try short(key.id), shown))
      }
    }
    self.entries = entries
    amount = try last.lastAmount(of: baby.id).flatMap { found in
      try FeedKind.shown(reader, found.feed, screen).map { (try short(found.feed), $0) }
    }
  }

  /// What people read: the last feed with an amount only when the last feed has none.
  var lines: [(label: String, short: String, shown: Shown)] {
    var lines = entries.map { ($0.shown.kind.word, $0.short, $0.shown) }
    let feed = entries.firstIndex { $0.shown.kind == FeedKind.self }
    if let amount, let feed, entries[feed].shown.id != amount.shown.id {
      lines.insert(("amount", amount.short, amount.shown), at: feed + 1)
    }
    return lines
  }

  var json: [String: JSON.Value] {
    func row(_ entry: (short: String, shown: Shown)) -> JSON.Value {
      .object(entry.shown.json.merging(["short": .text(entry.short)]) { _, new in new })
    }
    func first(_ kind: any NurseryKind.Type) -> JSON.Value {
      entries.first { $0.shown.kind == kind }.map(row) ?? .null
    }
    return [
      "baby": JSON.Value(baby.id), "name": .text(baby.profile.name),
      "lastFeed": first(FeedKind.self),
      "lastFeedWithAmount": amount.map(row) ?? .null,
      "lastDiaper": first(DiaperKind.self),
      "last": .list(entries.map(row)),
    ]
  }
}
