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
  /// - Parameter ignored: the kinds that the schema may lack.
  /// - Throws: `StoreError.notInSchema`, also for a kind that the schema lacks; `expiredToken`
  ///   where some of it was purged.
  init?<E: Entity>(
    _ root: ID<E>, _ form: MoveForm, ignoring ignored: Set<String>,
    strays: [MoveStrays.Stray] = [], _ reader: borrowing Reader
  ) throws {
    guard try reader.entity(root) != nil else { return nil }
    try Self.checkKinds(ignored, reader)
    newest = try reader.newestNumber()
    (self.form, self.strays) = (form, strays)
    parts = try MovedPartSearch.parts(of: root, form, strays, reader)
    saves = try Self.saves(of: parts, reader)
  }

  /// Makes sure that the schema knows every kind of which the store has entities.
  ///
  /// What refers to the entity by another kind would be left here and be gone with it, in both
  /// stores, and nobody can tell who refers to what in bytes of a kind that is not known.
  ///
  /// - Throws: `StoreError.notInSchema`.
  private static func checkKinds(_ ignored: Set<String>, _ reader: borrowing Reader) throws {
    let unknown = try reader.storedKinds().filter {
      !$0.isInSchema && $0.name != SpaceStatement.kind && !ignored.contains($0.name)
    }
    guard let first = unknown.first else { return }
    throw StoreError(
      .notInSchema,
      "there are entities of kind \(first.name), which the schema does not know: what of them refers to what is moved would be seen in neither store; move it with an app that knows the kind, or name it in `ignoring` where none refers to it; nothing was moved"
    )
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
