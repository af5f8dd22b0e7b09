#if Tools
import Daybook

extension Reader {
  /// What the transactions after one place, through a later one, say that is about no thing, oldest
  /// first. O(n) for n events between them.
  func statements<Screen: ToolScreen>(
    from: History.Token, to: History.Token, _ screen: Screen
  ) throws -> [LogStatement] {
    let limit = Int(clamping: to.number - from.number)
    var found: [LogStatement] = []
    for transaction in try transactions(after: from, limit: limit) {
      for position in transaction.positions {
        let event = try event(position)
        guard event.kind.isEmpty || event.kind == SpaceStatement.kind else { continue }
        let words = try EventWords(event, self, screen)
        // Each event of an undo names all that the transaction takes back.
        if let same = found.last, same.transaction == event.transaction, same.words == words.words {
          found[found.count - 1].add(event)
        } else {
          found.append(LogStatement(event, words))
        }
      }
    }
    return found
  }
}
#endif
