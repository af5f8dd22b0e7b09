import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct ShowCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Everything about one entry or baby, deleted ones too.",
    discussion: """
      --photos-into writes the pictures of an entry into a folder, under the names that are shown, \
      for any program that shows pictures.
      """)

  @Argument(help: "The beginning of its id, or of a baby's name.")
  var id: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(
    name: .long, help: "Write its pictures into this folder, which is made when it is missing.",
    completion: .directory)
  var photosInto: String?

  @OptionGroup var output: OutputArguments

  func run() throws {
    let (store, screen) = try arguments.open(look)
    if let photosInto { return try write(into: photosInto, store, screen) }
    try store.read { try print($0, screen) }
  }

  private func write(into folder: String, _ store: EventStore, _ screen: Screen) throws {
    try StoreFolder.refuse(folder)
    let photos = try store.read { reader in
      let found = try reader.find(id, screen)
      let shown = try found.kind.last(reader, found.id, screen)
      guard case .list(let photos)? = shown?.json["photos"] else {
        throw NameError("\(id) has no pictures")
      }
      return photos.compactMap { photo -> Attachment? in
        if case .text(let text) = photo { Attachment(text) } else { nil }
      }
    }
    var contents: [(name: String, bytes: () throws -> [UInt8])] = []
    for photo in photos {
      contents.append(
        (name: photo.shortName, bytes: { try store.attachments.bytes(of: photo) }))
    }
    try output.write(contents, into: folder)
    let files = photos.map { "\(folder)/\($0.shortName)" }
    if arguments.printsJSON {
      return try arguments.print(json: ["files": JSON.Value(files)])
    }
    for file in files { Terminal.line("wrote \(file)") }
  }

  private func print(_ reader: borrowing Reader, _ screen: Screen) throws {
    let found = try reader.find(id, screen)
    guard let shown = try found.kind.last(reader, found.id, screen) else {
      throw NameError(
        "all that there was of \(id) was taken back, or counts for nobody; its versions: entity \(id)"
      )
    }
    let isDeleted = try found.kind.isDeleted(reader, found.id)
    let way = isDeleted ? try found.kind.wayBack(reader, found.id) : nil
    let back = way.map { arguments.command($0.command(id)) }
    let versions = try found.kind.versions(reader, found.id, screen)
    if arguments.printsJSON {
      var json = shown.json
      json["short"] = .text(try reader.short(found.id))
      json["deleted"] = JSON.Value(isDeleted)
      json["back"] = JSON.Value(back)
      json["transactions"] = .list(versions.map { JSON.Value($0.transaction.number) })
      return try arguments.print(json: json)
    }
    var table = TextTable(
      [found.kind.word, found.id.uuidString.lowercased()], wholeAtEnd: 1)
    for field in shown.fields { table.add([field.name, field.text]) }
    if isDeleted {
      let how = back.map { "\($0) brings it back" } ?? "nothing brings it back"
      table.add([way == .restore ? "deleted" : "taken back", "yes; \(how)"])
    }
    // The transaction that wrote it may have been purged.
    let isWhole = try found.kind.baseline(reader, found.id, screen) == nil
    if isWhole, let first = versions.first {
      table.add(["written", try reader.words(of: first.transaction, screen)])
    }
    if let last = versions.last, !isWhole || versions.count > 1 {
      table.add(["changed", try reader.words(of: last.transaction, screen)])
    }
    table.print()
    Terminal.line("Times in \(screen.boundary.zone).")
  }
}

extension Reader {
  /// Such as `2026-11-20 21:05 by Ada, transaction 12`.
  func words(of transaction: History.Transaction, _ screen: Screen) throws -> String {
    let who = try writer(of: transaction).map { " by \($0)" } ?? ""
    return "\(screen.time(transaction.wallTime))\(who), transaction \(transaction.number)"
  }
}
