extension EventStore {
  /// Moves an entity into another store, with its history and with all that is gone with it when it
  /// is deleted.
  ///
  /// ```swift
  /// try await own.move(list, to: shared, author: "Ada", leaving: .deleted)
  /// ```
  /// What is moved is the entity and, by relations with the rule `cascade`, those that refer to it,
  /// and those that refer to these. The other store gets their events as they are, with their
  /// times, in transactions with the authors who wrote them and the context `move`; those that were
  /// taken back are left out. It has the same schema. References to what is not moved stay, and
  /// lead nowhere there (see ``Relation``). Where one leads through what was merged, the other
  /// store gets that too, so that it leads to the same there, unless it has that by itself. What
  /// was merged into what is moved is moved with it.
  ///
  /// When all of that is on the disk of the other store, and its readers see what is seen here, one
  /// transaction with the context `move` deletes the entity here. A process that is killed in
  /// between leaves it in both stores. Call it again then: events that the other store has are not
  /// written again, and what was taken back here meanwhile is taken back there. So nothing is lost,
  /// and nothing is there twice. What somebody changes or deletes here meanwhile is changed or
  /// deleted there too. What was taken back in the other store alone comes again.
  ///
  /// Where readers of the other store would not see it, because somebody has deleted there what
  /// arrived, or what it refers to, it stays here and the call throws `refusedByMove`: the message
  /// says what to take back there. What has arrived stays there.
  ///
  /// An undo of `departure` brings all of it back here, until a frontier makes that final, and
  /// leaves the other store as it is. Take it back there as well (`undo(by:)` of `author` takes
  /// back all that one call brought, whoever had written it; `undo(transaction:)` takes back one
  /// part alone), or move once more, which brings there what it lacks. A merge of what was merged
  /// into what has left is not taken back here, because that would bring back what is in the other
  /// store as well: `undo` throws `notUndoable`. Take it back there.
  ///
  /// To move an entity back, call `move` on the other store, on any device: it takes back the
  /// transactions by which the entity and its parts left, and brings what was written elsewhere
  /// since. It throws `notUndoable` where such a transaction is final: what has left a shared store
  /// for good does not come back under its identifier.
  ///
  /// Whoever wants no history there moves it `as: .state`: the other store gets one event for each
  /// entity, with its state, the time of the move and `author`. The types say which event that is,
  /// by ``RestatedEntity``. So is an entity moved whose history was purged here, also with its
  /// history. What the other store has of it is written over where this one had the same once.
  /// Where somebody has changed or deleted it there, the call throws `refusedByMove`. What was
  /// merged into what is moved so comes only where references lead through it.
  ///
  /// Let one device move it: two that do so at once each bring the events. Where three stores hand
  /// an entity around in a circle, events that a frontier had moved may be there twice.
  ///
  /// Where the store has entities of a kind that the schema lacks, the call throws `notInSchema`:
  /// some of them may refer to what is moved, would not be moved with it, and would be gone with it
  /// here for apps that know them. Move with such an app, or name the kinds in `ignoring` where you
  /// know that none of them does. What refers to it by a relation that the schema lacks is not
  /// moved either, and nothing tells of it: declare all relations of the kinds that you declare.
  ///
  /// Costs an append for each transaction that wrote something of it, with one flush of the other
  /// store at the end, the memory of the events of both stores, and a look at each entity of the
  /// kinds that are moved. Before anything is copied, the event is tried in a draft that is thrown
  /// away.
  ///
  /// - Parameters:
  ///   - root: the entity.
  ///   - target: the other store.
  ///   - author: who moves it: for the history of this store, and whose undo takes it back in the
  ///     other one.
  ///   - event: deletes it here.
  ///   - form: whether its events are brought, or its state.
  ///   - kinds: those that the schema lacks and of which no entity refers to what is moved.
  /// - Returns: what was moved. Where an earlier call has done all of it, that is nothing.
  /// - Throws: `StoreError`: `noSuchEntity`, also when an earlier call has moved it and the other
  ///   store does not show it any more; `expiredToken` when a purge has taken a part of its history
  ///   in the other store, or here and no event carries its state; `notInSchema` for an event that
  ///   a schema does not know, and for a kind as above; `refusedByView` and `refusedByRelation`
  ///   when a store cannot take it; `refusedByMove` and `notUndoable` as above; `invalidArgument`
  ///   when `event` does not delete it, no event carries a state that is to be moved, or both
  ///   stores hold the same space; `clockAhead` when it was written more than a day ahead of this
  ///   device's clock. In each case all of it is here still, as far as it was.
  @discardableResult
  public func move<E: Entity>(
    _ root: ID<E>, to target: EventStore, author: String? = nil, leaving event: E.Event,
    as form: MoveForm = .history, ignoring kinds: Set<String> = []
  ) async throws -> MoveReport {
    let move = Move(
      root: root, source: self, target: target, author: author, leaving: event, form: form,
      ignored: kinds, watch: {})
    return try await OwnThread.value { try move.run() }
  }

  /// The blocking twin of the asynchronous `move`.
  @available(*, noasync)
  @discardableResult
  public func move<E: Entity>(
    _ root: ID<E>, to target: EventStore, author: String? = nil, leaving event: E.Event,
    as form: MoveForm = .history, ignoring kinds: Set<String> = []
  ) throws -> MoveReport {
    checkMayWait(in: "move")
    return try Move(
      root: root, source: self, target: target, author: author, leaving: event, form: form,
      ignored: kinds, watch: {}
    ).run()
  }

  // MARK: For a move

  /// Reads; an error says in which of the two stores something is missing.
  func reading<R>(_ body: (borrowing Reader) throws -> R) throws -> R {
    try placing { try read(body) }
  }

  /// Calls `body`; an error says that it is this store in which something is missing.
  func placing<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as StoreError { throw error.placed(in: self) }
  }
}
