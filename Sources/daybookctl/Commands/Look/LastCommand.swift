#if Tools
  import ArgumentParser
  import Daybook
  import Nursery

  struct LastCommand: ParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "last", abstract: "Each baby's last feed, last amount and last diaper.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var look: ScreenArguments

    struct Row: Sendable {
      let baby: CurrentProfile
      let lastFeed: Shown?
      let lastFeedWithAmount: Shown?
      let lastDiaper: Shown?

      var json: [String: JSONValue] {
        [
          "baby": JSONValue(baby.id), "name": .text(baby.profile.name),
          "lastFeed": lastFeed.map { .object($0.json) } ?? .null,
          "lastFeedWithAmount": lastFeedWithAmount.map { .object($0.json) } ?? .null,
          "lastDiaper": lastDiaper.map { .object($0.json) } ?? .null,
        ]
      }
    }

    func run() throws {
      let (store, screen) = try arguments.open(look)
      try Self.print(try store.read { try Self.rows($0, screen) }, arguments, screen)
    }

    static func rows(
      _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ screen: Screen
    ) throws -> [Row] {
      let last = try reader.view(LastEntries.self)
      return try screen.babies.all.map { known in
        func feed(_ id: UUID?) throws -> Shown? {
          try id.flatMap { try FeedKind.shown(reader, $0, screen) }
        }
        return Row(
          baby: known, lastFeed: try feed(last.lastFeed(of: known.id)),
          lastFeedWithAmount: try feed(last.lastAmount(of: known.id)?.feed),
          lastDiaper: try last.lastDiaper(of: known.id).flatMap {
            try DiaperKind.shown(reader, $0, screen)
          })
      }
    }

    static func print(_ rows: [Row], _ arguments: StoreArguments, _ screen: Screen) throws {
      if arguments.printsJSON {
        return try arguments.print(json: "babies", rows.map(\.json), with: screen.json)
      }
      table(rows, screen)
      if !rows.isEmpty { Terminal.line("Times in \(screen.boundary.zone).") }
    }

    static func table(_ rows: [Row], _ screen: Screen) {
      var table = TextTable(["baby", "last feed", "last amount", "last diaper"])
      for row in rows {
        let amount = row.lastFeedWithAmount.map { shown in
          let text = shown.fields.first { $0.name == "amount" }?.text ?? "–"
          return "\(text) at \(screen.time(shown.facts.date))"
        }
        table.add([
          row.baby.profile.name, row.lastFeed.map { screen.time($0.facts.date) } ?? "–",
          amount ?? "–",
          row.lastDiaper.map { "\(screen.time($0.facts.date)) \($0.words)" } ?? "–",
        ])
      }
      table.print(nothing: "There is no baby yet; add one: daybookctl profile add NAME")
    }
  }
#endif
