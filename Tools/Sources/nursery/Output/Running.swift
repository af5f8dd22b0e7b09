import Daybook
import DaybookTool
import Nursery

/// What runs, of all babies or of one, as lists show it above the days.
///
/// It is in the day on which it began, too, which may be long before the days of a list.
struct Running: Sendable {
  let entries: [(short: String, shown: Shown)]

  init(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ screen: Screen,
    of baby: UUID? = nil, short: (UUID) throws -> String
  ) throws {
    var found: [(String, Shown)] = []
    let running = try reader.view(LastEntries.self).rows(LastEntries.running).map(\.key)
    // Those of nobody and of deleted babies come last.
    let order = screen.babies.all.map(\.id)
    func rank(_ key: LastKey) -> (Int, UInt8, Date) {
      let place = key.baby.flatMap { order.firstIndex(of: $0) } ?? order.count
      return (place, key.kind.rawValue, key.start)
    }
    for key in running.sorted(by: { rank($0) < rank($1) })
    where baby == nil || key.baby == baby {
      guard let shown = try Kinds.of(key.kind).shown(reader, key.id, screen) else { continue }
      found.append((try short(key.id), shown))
    }
    entries = found
  }

  var json: JSON.Value {
    .list(
      entries.map {
        .object($0.shown.json.merging(["short": .text($0.short)]) { _, new in new })
      })
  }

  /// One line each; one that nobody ended within a day says how to end it.
  ///
  /// - Parameter isNow: whether it runs now, so that it says how long already.
  func print(_ screen: Screen, _ arguments: StoreArguments, isNow: Bool = true) {
    for (short, shown) in entries {
      let (facts, word) = (shown.facts, shown.kind.word)
      let ago = isNow ? ", \(screen.ago(facts.date))" : ""
      Terminal.line(
        "\(screen.babies.heading(facts.baby)): \(word) \(short) in progress since "
          + "\(screen.time(facts.date))\(ago)")
      if isNow, screen.now.timeIntervalSince(facts.date) > EntryRules.longestSeconds {
        Terminal.line(
          "  has it ended? say when: \(arguments.command("edit \(short) end=TIME")), or delete it: "
            + arguments.command("delete \(short)"))
      }
    }
  }
}
