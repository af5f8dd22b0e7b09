extension WriteScope {
  /// Gives up the draft because an event could not be written whole.
  ///
  /// - Throws: `StoreError.invalidArgument`.
  @usableFromInline
  @inline(never)
  mutating func refuseIncomplete(_ kind: EntityKind, _ id: UUID) throws {
    let error = StoreError(
      .invalidArgument,
      "an event of the \(kind.name) \(id) cannot be encoded: its `encode(to:)` throws; nothing was appended"
    )
    draft.failure = error
    throw error
  }

  /// Why an event that leaves nothing is not the first of an entity.
  @usableFromInline
  func neverMade(_ kind: EntityKind, _ id: UUID, _ event: some EntityEvent) -> StoreError {
    let type = kind.events.types[event.typeIndex]
    // One type for all cases says little.
    let name =
      kind.events.types.count > 1
      ? "\(type)" : "\(Mirror(reflecting: event).children.first?.label ?? "\(event)") of \(type)"
    return StoreError(
      .noSuchEntity,
      "there is no \(kind.name) \(id), and \(name) does not make one; append the event that makes it first"
    )
  }

  /// Refuses a draft that no other store could take in.
  ///
  /// A bound that takes each name for the longest passes nearly all; the rest is counted.
  ///
  /// - Throws: `StoreError.tooLarge`.
  mutating func checkLimits(author: String?, context: String?, process: String?, wall: Date) throws
  {
    // A message was checked when it was read.
    if draft.origin != nil { return }
    if state.value.lentRules != nil { try checkPermission() }
    try Limits.checkTexts(author: author, context: context, process: process)
    try Limits.checkEvents(draft.events.count)
    let bound = Limits.envelope + draft.events.count * Limits.event + draft.payloads.count
    if bound <= Limits.message { return }
    writeHeader(ownOrigin(author: author, context: context, process: process), wall)
    try Limits.checkMessage(messageSize())
  }

  /// The bytes that the message of the draft will have; its header is written.
  private func messageSize() -> Int {
    let identifier = PayloadWriter.fieldSize(16)
    // Replica and space.
    var size = 2 * identifier + PayloadWriter.fieldSize(draft.header.count)
    var (last, names): (UInt32, Int) = (0, 0)
    for index in draft.events.indices {
      let event = draft.events[index]
      if event.type != last { (last, names) = (event.type, nameSize(event.type)) }
      size += PayloadWriter.fieldSize(
        names + identifier + PayloadWriter.fieldSize(event.payload.count))
    }
    return size
  }

  /// The bytes that name, version and kind of an event take.
  private func nameSize(_ type: UInt32) -> Int {
    guard let name = names[type] else { return 0 }
    var size =
      PayloadWriter.fieldSize(name.text.utf8.count) + 1 + PayloadWriter.varintSize(name.version)
    if let kind = names[name.kind] { size += PayloadWriter.fieldSize(kind.text.utf8.count) }
    return size
  }
}
