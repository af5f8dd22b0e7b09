import Daybook
import DaybookSnapshot

/// What is done beside appending.
extension MixedWork {
  /// The rows anew beside the old ones, with appends in between; then the old ones go.
  mutating func rebuild() throws {
    let store = try opened
    try store.startRebuild(of: Boards.name)
    while try !store.advanceRebuild(of: Boards.name, limit: 20) { try open(.relaxed) }
  }

  /// Shortens the log up to one of its transactions.
  mutating func purge() throws {
    let store = try opened
    let transactions = try store.read { try $0.newestTransactions(limit: 30) }
    guard let transaction = transactions.randomElement(using: &random) else { return }
    newest = nil
    try store.purge(before: transaction.token)
  }

  /// Puts the files of five counters where a widget reads them.
  mutating func publish() throws {
    let folder = "\(path)/files"
    _ = try SnapshotPublisher(store: opened, builder: CounterFiles(), folder: folder).update()
  }

  /// Drops a widget's event for one of five counters, and takes in what was dropped.
  mutating func inbox() throws {
    let inbox = InboxFolder(path: "\(path)/inbox")
    let id = CounterFiles.counter(Int.random(in: 0..<5, using: &random))
    let value = Int64.random(in: 1..<1 << 40, using: &random)
    var payload = InboxPayload()
    payload.int(1, value)
    payload.int(2, 0)
    payload.int(3, 1)
    payload.string(4, "widget")
    let event = InboxEvent(
      CounterEvent.types[0].name, kind: Counter.kind, entity: id, payload: payload.bytes)
    let operation = ledger.begin("durable", [id: value])
    do { try inbox.drop(event) } catch {
      ledger.fail(operation, error)
      throw error
    }
    Output.line("ack \(operation.name)")
    let report = try opened.ingest(inbox: inbox.path)
    for rejected in report.rejected { Output.line("rejected \(rejected.file) \(rejected.reason)") }
  }

  /// Closes the store, writes its file anew and opens it again.
  mutating func compact() throws {
    store = nil
    do { try EventStore.compact(at: path) } catch {
      Output.line("failed compact \(Ledger.code(error))")
    }
    store = try EventStore.open(at: path, schema: schema, options: options)
  }
}
