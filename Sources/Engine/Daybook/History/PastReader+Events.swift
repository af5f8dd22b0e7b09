extension PastReader {
  /// Events of one type that had arrived at that time, whatever entity they are about.
  ///
  /// Cost and errors as `Reader.events(of:named:after:order:limit:)`.
  ///
  /// - Parameters:
  ///   - type: the entity.
  ///   - name: the name of one of the types that the entity's events have.
  ///   - token: leaves out the transactions up to this one.
  ///   - order: by arrival.
  ///   - limit: how many at most.
  public func events<E: Entity>(
    of type: E.Type, named name: String, after token: History.Token? = nil,
    order: History.Order = .oldestFirst, limit: Int = .max
  ) throws -> [RecordedEvent<E>] {
    var found: [RecordedEvent<E>] = []
    if limit <= 0 { return found }
    let type = try reader.registry.type(type)
    try reader.forEachRecord(
      type.kind, named: name, after: token, through: self.token.transaction, order
    ) { place, payload in
      if let event = try type.decode(place.type, payload) {
        found.append(
          RecordedEvent(
            position: place.position, transaction: place.transaction, entity: ID(place.entity),
            time: place.time, event: event))
      }
      return found.count < limit
    }
    return found
  }
}
