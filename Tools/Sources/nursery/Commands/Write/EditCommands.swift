import ArgumentParser
import Daybook
import DaybookTool

struct EditCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Changes some fields of an entry, a baby or a type.",
    discussion: """
      edit 3f2a amount=130ml memo="after the bath"
      edit 3f2a --photo smile.jpg
      An empty value takes one away: memo=
      A time of day alone, as in time=09:30 or start=09:30, is on the entry's own day; end=09:30 is \
      the first one from the beginning on. With a date, it is what is typed.
      """)

  @Argument(help: "The beginning of its id; last for what was written or changed last.")
  var id: String

  @Argument(help: "What changes: FIELD=VALUE, or words as `add` takes them.")
  var changes: [String] = []

  @OptionGroup var photos: PhotoArguments
  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    if changes.isEmpty, photos.photo.isEmpty {
      throw BadText("say what changes: FIELD=VALUE, or --photo FILE")
    }
    let (store, screen) = try arguments.openScreen()
    let found = try store.read { try $0.find(id, screen) }
    try arguments.edit(
      found, changes, store, screen, by: writing.name, photos: photos.kept(in: store))
  }
}

struct DeleteCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes an entry; `restore` brings it back.")

  @Argument(help: "The beginning of its id; last for what was written or changed last.")
  var id: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let found = try store.read { reader in
      let found = try reader.find(id, screen)
      if try found.kind.isDeleted(reader, found.id) {
        guard try found.kind.wayBack(reader, found.id) == .restore else {
          throw NameError(try arguments.sentence(ofGone: found, id, reader))
        }
        throw NameError("the \(found.kind.word) \(id) is deleted already")
      }
      return found
    }
    try arguments.delete(found, store, screen, by: writing.name)
  }
}

struct RestoreCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Brings back what was deleted or cancelled.")

  @Argument(help: "The beginning of its id, or of a baby's name; last for what was deleted last.")
  var id: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let found = try store.read { reader in
      let found = try reader.find(id, screen, deletedOnly: true)
      if try found.kind.isDeleted(reader, found.id),
        try found.kind.wayBack(reader, found.id) != .restore
      {
        throw NameError(try arguments.sentence(ofGone: found, id, reader))
      }
      return found
    }
    try arguments.write(
      store, screen, by: writing.name, namesChange: true, otherwise: "nothing was brought back"
    ) { try found.own.restore(&$0, found.id) }
  }
}

extension StoreArguments {
  /// Changes fields of something and says what changed.
  func edit(
    _ found: Found<NurseryScreen>, _ changes: [String], _ store: EventStore, _ screen: Screen,
    by author: String?, photos: [Attachment] = []
  ) throws {
    let thing = try store.read { "\(found.kind.word) \(try $0.short(found.id))" }
    let nothing = "the \(thing) is like that already; nothing was written"
    try write(
      store, screen, by: author, namesChange: true, otherwise: nothing
    ) { try found.own.edit(&$0, found.id, changes, photos, screen, self) }
  }

  /// Deletes something, and says which entries stay of a baby.
  func delete(
    _ found: Found<NurseryScreen>, _ store: EventStore, _ screen: Screen, by author: String?
  ) throws {
    let isBaby = found.own.storedKind == BabyKind.storedKind
    let stay = isBaby ? try store.read { try $0.entryCounts()[found.id] ?? 0 } : 0
    try write(store, screen, by: author, otherwise: "nothing was deleted") {
      try found.own.delete(&$0, found.id)
    }
    if stay == 0 || printsJSON { return }
    let (verb, them) = stay == 1 ? ("stays", "it") : ("stay", "them")
    Terminal.line(
      "\(Measures.count(stay, "entry", "entries")) of this baby \(verb); lists show \(them) under "
        + "Unknown (\(IDPrefix.shortest(found.id)))")
  }

  /// What is wrong with what is not there, and the one command that brings it back.
  ///
  /// - Parameter name: what commands call it.
  fileprivate func sentence(
    ofGone found: Found<NurseryScreen>, _ name: String, _ reader: borrowing Reader
  ) throws -> String {
    let (thing, way) = (
      "the \(found.kind.word) \(name)", try found.kind.wayBack(reader, found.id)
    )
    let back = way.map { command($0.command(name)) } ?? ""
    return switch way {
    case .restore: "\(thing) is deleted; restore it first: \(back)"
    case .redo(let number):
      "\(thing) is not deleted: transaction \(number), which wrote it, was taken back; to bring it "
        + "back: \(back)"
    case .undo(let number):
      "\(thing) is not deleted: transaction \(number) took back what wrote it; to bring it back: "
        + back
    case nil:
      "\(thing) is not deleted: what wrote it was taken back and purged, or counts for nobody, and "
        + "nothing brings it back; add it anew"
    }
  }
}

extension NurseryKind {
  /// - Throws: `NameError` for what is deleted; `BadText` for what no field takes.
  fileprivate static func edit(
    _ draft: inout Draft, _ id: UUID, _ changes: [String], _ photos: [Attachment],
    _ screen: Screen, _ arguments: StoreArguments
  ) throws {
    guard try draft.entity(State.self, id) != nil else {
      let reader = try draft.now()
      throw NameError(
        try arguments.sentence(ofGone: Found(asWords, id), reader.short(id), reader))
    }
    try edit(&draft, id) {
      try apply(changes, to: &$0, isEntry ? screen.changing(facts($0)) : screen)
      try attach(photos, to: &$0)
    }
  }
}
