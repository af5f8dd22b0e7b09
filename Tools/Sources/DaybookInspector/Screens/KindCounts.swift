import Daybook
import Synchronization

/// How many things there are of each kind, counted once for each commit: counting reads every key.
final class KindCounts: Sendable {
  private struct Counted {
    var token: History.Token?
    var kinds: [StoredKind] = []
    var counts: [String: Int] = [:]
  }

  private let last = Mutex(Counted())

  func all(_ store: EventStore) throws -> (kinds: [StoredKind], counts: [String: Int]) {
    let known = last.withLock { $0 }
    let found = try store.read { reader -> Counted in
      let token = try reader.token()
      if token == known.token { return known }
      var found = Counted(token: token, kinds: try reader.storedKinds())
      for kind in found.kinds {
        found.counts[kind.name] = try reader.storedEntityCount(ofKind: kind.name)
      }
      return found
    }
    last.withLock { $0 = found }
    return (found.kinds, found.counts)
  }
}
