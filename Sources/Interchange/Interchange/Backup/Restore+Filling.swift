internal import Daybook

/// What was written after the full backup.
extension Restore {
  /// Takes in what the increments have, and then what only the log of a later full backup has.
  mutating func fill(_ store: EventStore, to number: UInt64) throws {
    var last = try store.read { try $0.token().number }
    while last < number, let name = catalog.log(after: last) {
      let sound = last
      do {
        let file = try catalog.file(name)
        try file.forEach(from: last + 1) { next, message in
          last = try take(message, next, store, name.text)
          return last < number
        }
      } catch let error as InterchangeError {
        throw error.with(wayOut: sound)
      }
      sources.append(name.text)
    }
    guard last < number else { return }
    guard let later = catalog.fulls.first(where: { $0.transaction >= number }) else {
      throw unreachable(number)
    }
    try fill(store, after: last, to: number, from: later)
  }

  private mutating func fill(
    _ store: EventStore, after last: UInt64, to number: UInt64, from full: BackupName
  ) throws {
    let manifest = try copy(full, to: scratch.other).manifest
    guard manifest.purged <= last else { throw purged(full, manifest) }
    let other = try open(scratch.other)
    defer { try? other.close() }
    for next in last + 1...number {
      guard let message = try other.read({ try $0.message(of: next) }) else {
        throw InterchangeError.damaged("\(full.text)/data.mdb", "it lacks transaction \(next)")
      }
      _ = try take(message, next, store, full.text)
    }
  }

  /// Opens a copy for its log alone.
  func open(_ path: String) throws -> EventStore {
    var options = StoreOptions()
    options.createsStore = false
    options.pageChecks = .none
    return try EventStore.open(at: path, schema: Schema(), options: options)
  }

  private func take(
    _ message: [UInt8], _ number: UInt64, _ store: EventStore, _ file: String
  ) throws -> UInt64 {
    let token: History.Token
    do { token = try store.restore(message) } catch let error as StoreError
      where [.invalidArgument, .forkedReplica, .foreignSpace].contains(error.code)
    {
      throw InterchangeError.damaged(
        file, "transaction \(number) does not follow those before it: \(error.message)")
    }
    guard token.number == number else {
      throw InterchangeError.damaged(file, "transaction \(number) is one that came before")
    }
    return number
  }
}
