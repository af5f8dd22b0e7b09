import ArgumentParser
import Daybook
import DaybookTool
import Interchange
import Nursery
import NurseryInterchange

struct ExportView: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Writes a view as CSV, JSON or lines of JSON, now or earlier.",
    discussion: """
      The columns have the names of the keys that --json prints; what is an object there is a \
      column for each member, such as amount.value. Times are in UTC; --zone and --day-start say \
      to which days entries belong.
      """)

  @Argument(
    help: "What to write: \(Self.words(of: NurseryView.self)).",
    completion: .list(NurseryView.allCases.map(\.rawValue)), transform: Typed.choice)
  var view: NurseryView

  @OptionGroup var arguments: StoreArguments

  @Option(
    name: .long, help: "How: \(Self.words(of: TableFormat.self)); csv unless told.",
    completion: .list(TableFormat.allCases.map(\.rawValue)), transform: Typed.choice)
  var format = TableFormat.csv

  @Option(name: .long, help: "Only of this baby: the beginning of a name or an id.")
  var baby: String?

  @Option(
    name: .long, help: "As it was after this transaction: \(TransactionName.help).")
  var asOf: TransactionName?

  @OptionGroup var output: FileArguments
  @OptionGroup var look: ScreenArguments

  private static func words<Value: CaseIterable & RawRepresentable<String>>(
    of type: Value.Type
  ) -> String { type.allCases.map(\.rawValue).joined(separator: ", ") }

  func validate() throws {
    try output.checkReport(arguments)
    if baby != nil, !view.isOfBabies {
      throw ValidationError("\(view.rawValue) are of no baby; leave --baby out")
    }
  }

  func run() throws {
    try output.check()
    let (store, screen) = try arguments.open(look)
    let token = try store.read { try asOf?.token($0, screen.zone) }
    let babies = try Babies(store, arguments, asOf: token)
    var writer = NurseryViewWriter(
      view, as: format, baby: try baby.map { try babies.find($0) }, unit: screen.unit)
    writer.replaces = output.replaces
    let rows = try Terminal.activity("writing") { [writer] in
      try view.isByDay
        ? writeDays(store, screen, babies.all, token, writer) : write(store, token, writer)
    }
    guard let file = output.path else { return }
    if arguments.printsJSON {
      return try arguments.print(
        json: [
          "view": .text(view.rawValue), "format": .text(format.rawValue), "file": .text(file),
          "rows": .int(rows),
        ] as [String: JSON.Value])
    }
    Terminal.line("\(Measures.count(rows, "row")) \(Measures.verb(rows)) in \(file).")
  }

  private func write(
    _ store: EventStore, _ token: History.Token?, _ writer: NurseryViewWriter
  ) throws -> Int {
    if let file = output.path {
      guard let token else { return try store.read { try writer.write($0, to: file) } }
      return try store.read(asOf: token) { try writer.write($0, to: file) }
    }
    guard let token else { return try store.read { try writer.write($0, to: Self.sink) } }
    return try store.read(asOf: token) { try writer.write($0, to: Self.sink) }
  }

  /// By the days that were asked for.
  private func writeDays(
    _ store: EventStore, _ screen: Screen, _ babies: [CurrentProfile], _ token: History.Token?,
    _ writer: NurseryViewWriter
  ) throws -> Int {
    let file = output.path
    return try store.history(screen, asOf: token) { history in
      guard let file else { return try writer.write(history, of: babies, to: Self.sink) }
      return try writer.write(history, of: babies, to: file)
    }
  }

  private static let sink: @Sendable ([UInt8]) throws -> Void = {
    Terminal.file(String(decoding: $0, as: UTF8.self))
  }
}
