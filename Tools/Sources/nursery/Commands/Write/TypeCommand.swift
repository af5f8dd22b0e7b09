import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct TypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Lists the family's own types of events, and changes them.",
    discussion: "`add event NAME` writes down an event of a type.",
    subcommands: [
      TypeList.self, TypeAdd.self, TypeEdit.self, TypeDelete.self, TypeRestore.self,
    ], defaultSubcommand: TypeList.self)
}

struct TypeList: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the types, oldest first.")

  @OptionGroup var arguments: StoreArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let rows = try store.read { reader in
      try reader.view(CustomCatalogue.self).customEventTypes().map {
        (try reader.short($0.id), TypeKind.shown(Record($0.value), $0.id, screen))
      }
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "types",
        rows.map { $0.1.json.merging(["short": .text($0.0)]) { _, new in new } })
    }
    var table = TextTable(["type", "id", "since"])
    for (short, shown) in rows {
      table.add([shown.words, short, String(screen.time(shown.facts.date).prefix(10))])
    }
    table.print(
      nothing: "There is no type of events yet; add one: "
        + arguments.command("type add NAME --emoji SIGN"))
  }
}

struct TypeAdd: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds a type.")
  static let takesName = true

  @Argument(help: "The name, such as Bath.")
  var name: String

  @Option(
    name: .long,
    help: "Its sign, which no other type has; \(CustomEventType.standardEmoji) unless told.")
  var emoji: String?

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let (isTold, sign) = (emoji != nil, emoji ?? CustomEventType.standardEmoji)
    let type = Record(CustomEventType(name: name, emoji: sign, createdAt: screen.now))
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was added") {
      do {
        try TypeKind.add(&$0, Surroundings.current.makeID("type \($0.newest)"), type)
      } catch NurseryError.duplicateEmoji(let taken) where !isTold {
        throw NameError(
          "without a sign of its own a type gets \(taken), which another type has; say one: "
            + "--emoji SIGN")
      }
    }
  }
}

struct TypeEdit: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Changes a type; its events and checklists stay as they are.",
    discussion: "FIELD is name or emoji.")

  @Argument(help: TypeKind.help)
  var type: String

  @Argument(help: "What changes: FIELD=VALUE.")
  var changes: [String]

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try store.read { try $0.eventTypes(arguments.command).find(type) }
    try arguments.edit(Found(TypeKind.self, id), changes, store, screen, by: writing.name)
  }
}

struct TypeDelete: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a type; its events and checklists stay.")
  static let takesName = true

  @Argument(help: TypeKind.help)
  var type: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try store.read { try $0.eventTypes(arguments.command).find(type) }
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was deleted") {
      try TypeKind.delete(&$0, id)
    }
  }
}

struct TypeRestore: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Brings a deleted type back.")
  static let takesName = true

  @Argument(help: TypeKind.help)
  var type: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let id = try store.read { try $0.deletedEventTypes().find(type) }
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was brought back") {
      try TypeKind.restore(&$0, id)
    }
  }
}

extension TypeKind {
  /// How commands take a type.
  static let help: ArgumentHelp = "The type: its sign, or the beginning of its name or its id."
}
