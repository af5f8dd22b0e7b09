internal import DaybookSnapshot

/// What is moved, as the store that it leaves has it at one moment.
struct MovePlan: Sendable {
  /// The entities, first the one that was asked for.
  let parts: [MovedPart]
  /// What was written of them and counts, in canonical order.
  let saves: [MovedSave]
  /// The newest transaction of the store then.
  let newest: UInt64
  let form: MoveForm
  /// What the other store has under the parts.
  let strays: [MoveStrays.Stray]

  /// All that is brought, and may refer to files.
  var payloads: [[UInt8]] {
    saves.flatMap { $0.events.map(\.event.payload) } + parts.compactMap(\.statement?.bytes)
  }

  /// How many of the parts are not in the store afterwards.
  var entities: Int { parts.count { $0.role == .leaves || $0.role == .merged } }

  /// The plan for an entity; nil where readers do not see it.
  ///
  /// - Throws: `StoreError.notInSchema`; `expiredToken` where some of it was purged.
  init?<E: Entity>(
    _ root: ID<E>, _ form: MoveForm, strays: [MoveStrays.Stray] = [], _ reader: borrowing Reader
  ) throws {
    guard try reader.entity(root) != nil else { return nil }
    newest = try reader.newestNumber()
    (self.form, self.strays) = (form, strays)
    parts = try MovedPartSearch.parts(of: root, form, strays, reader)
    saves = try Self.saves(of: parts, reader)
  }

  private static func saves(
    of parts: [MovedPart], _ reader: borrowing Reader
  ) throws -> [MovedSave] {
    var (saves, places) = ([MovedSave](), [UInt64: Int]())
    for part in parts {
      for event in part.events where event.counts {
        let number = event.transaction
        if let place = places[number] {
          saves[place].events.append(event)
          continue
        }
        places[number] = saves.count
        saves.append(
          MovedSave(
            transaction: number, author: try reader.transaction(number)?.author,
            stamp: try reader.log.stamp(number, event.position), events: [event]))
      }
    }
    for place in saves.indices { saves[place].events.sort { $0.position < $1.position } }
    return saves.sorted { $0.stamp < $1.stamp }
  }
}

extension MovePlan: Equatable {
  /// Whether nothing that is moved has changed, and nothing was taken back or brought back of it.
  static func == (a: MovePlan, b: MovePlan) -> Bool { a.parts == b.parts }
}
