import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct ChecklistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checklist", abstract: "What is to be done every day: shows it, ticks it off.",
    discussion: """
      An item is done on a day that has an event of its type. Each baby has up to \
      \(ChecklistItem.limit) items.
      """,
    subcommands: [
      ChecklistList.self, ChecklistToggle.self, ChecklistAdd.self, ChecklistDelete.self,
    ], defaultSubcommand: ChecklistList.self)
}

struct ChecklistList: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Today's items, and which are done.")

  @Option(name: .long, help: "Only this baby: the beginning of a name or an id.")
  var baby: String?

  @OptionGroup var arguments: StoreArguments

  /// An item, and the event by which it is done.
  private struct Row {
    let baby: String
    let short: String
    let words: String
    let item: Shown
    let event: Shown?

    var json: [String: JSON.Value] {
      item.json.merging([
        "short": .text(short), "done": JSON.Value(event != nil), "event": JSON.Value(event?.id),
      ]) { _, new in new }.with("doneAt", event?.facts.date)
    }
  }

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let baby = try baby.map { try screen.babies.find($0) }
    let babies = screen.babies.all.filter { baby == nil || $0.id == baby }
    let rows = try store.read { reader in
      try babies.flatMap { known in
        try reader.checklist(of: known.id, at: screen.now).map { line in
          Row(
            baby: known.profile.name, short: try reader.short(line.id),
            words: "\(line.item.emoji) \(line.item.name)",
            item: ItemKind.shown(Record(line.item), line.id, screen),
            event: try line.event.flatMap { try EventKind.shown(reader, $0, screen) })
        }
      }
    }
    let today = screen.day(of: screen.now, for: baby)
    if arguments.printsJSON {
      return try arguments.print(
        json: "items", rows.map(\.json),
        with: screen.json.merging(["day": .text(today.description)]) { _, new in new })
    }
    print(rows, today, of: baby, screen)
  }

  private func print(_ rows: [Row], _ today: CivilDay, of baby: UUID?, _ screen: Screen) {
    var table = TextTable(["baby", "item", "id", "done on \(today)"])
    for row in rows {
      let done = row.event.map { "yes, at \(screen.clock($0.facts.date, on: today))" }
      table.add([row.baby, row.words, row.short, done ?? "no"])
    }
    table.print(
      nothing: "Nothing is on a checklist; add a type of events: "
        + arguments.command("checklist add TYPE\(screen.babies.option(for: baby))"))
    if !rows.isEmpty { Terminal.line(screen.legend) }
  }
}

struct ChecklistToggle: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Ticks an item off today, or takes that back.",
    discussion: """
      What is not done gets an event now. Of what is done the newest event of today is deleted; \
      `restore` brings it back.
      """)
  static let takesName = true

  @OptionGroup var item: ItemArguments
  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try item.find(store, screen)
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was written") {
      let event = Surroundings.current.makeID("event \($0.newest)")
      try $0.toggleChecklistItem(id, at: screen.now, event: event)
    }
  }
}

struct ChecklistAdd: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Puts a type of events on a baby's checklist.")
  static let takesName = true

  @Argument(help: TypeKind.help)
  var type: String

  @Option(name: .long, help: "The baby: the beginning of a name or an id; needed with several.")
  var baby: String?

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let baby = try baby.map { try screen.babies.find($0) } ?? screen.babies.only()
    let types = try store.read { try $0.eventTypes(arguments.command) }
    let added = try types.find(type)
    if let type = types.all.first(where: { $0.id == added }) {
      try checkIsNew(type, of: baby, store, screen)
    }
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was added") {
      let id = Surroundings.current.makeID("item \($0.newest)")
      do {
        try $0.addChecklistItem(added, of: baby, at: screen.now, id: id)
      } catch NurseryError.duplicateEmoji(let emoji) {
        throw NameError("\(emoji) is on \(screen.babies[baby])'s checklist already")
      }
    }
  }

  /// Makes sure that the list has no item of the type's name, as from before its sign changed:
  /// no command could tell the two apart by their name.
  private func checkIsNew(
    _ type: NamedThing, of baby: UUID, _ store: EventStore, _ screen: Screen
  ) throws {
    try store.read { reader in
      let items = try reader.view(CustomCatalogue.self).checklistItems(of: baby)
      let name = type.name.lowercased()
      let own = items.first {
        $0.value.name.lowercased() == name && $0.value.emoji != type.sign
      }
      guard let own else { return }
      let delete = try "checklist delete \(reader.short(own.id))"
      throw NameError(
        "\(type.name) is on \(screen.babies[baby])'s checklist already, as \(own.value.emoji); to have "
          + "\(type.sign) there, take that off first: \(arguments.command(delete))")
    }
  }
}

struct ChecklistDelete: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Takes an item off a checklist; its events stay.")
  static let takesName = true

  @OptionGroup var item: ItemArguments
  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try item.find(store, screen)
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was deleted") {
      try ItemKind.delete(&$0, id)
    }
  }
}

/// An item of a checklist on the command line.
struct ItemArguments: ParsableArguments {
  @Argument(help: "The item: its sign, or the beginning of its name or its id.")
  var item: String

  @Option(
    name: .long,
    help: "The baby: the beginning of a name or an id; needed where several have such an item.")
  var baby: String?

  func find(_ store: EventStore, _ screen: Screen) throws -> UUID {
    if baby == nil, screen.babies.all.count > 1 {
      return try store.read { try $0.checklistItem(item, screen) }
    }
    let baby = try baby.map { try screen.babies.find($0) } ?? screen.babies.only()
    return try store.read { try $0.checklist(of: baby, screen).find(item) }
  }
}
