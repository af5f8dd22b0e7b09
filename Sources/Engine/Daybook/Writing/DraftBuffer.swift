/// The events of one transaction until it is stored.
@usableFromInline
struct DraftBuffer: ~Copyable {
  @usableFromInline struct Event {
    let type: UInt32
    let entity: PackedUUID
    let previous: UInt64
    let payload: Range<Int>
  }

  /// Where a transaction comes from that is taken in as a message.
  struct Origin {
    let replica: UInt32
    let sequence: UInt64
    let time: HybridTime
    let author: String?
    let context: String?
    let process: String?
  }

  /// A replica of which the append has taken in a transaction.
  struct LastWriter {
    let replica: ReplicaID
    let space: UUID
    /// Its local number.
    let number: UInt32
    /// The sequence of its newest transaction here.
    let newest: UInt64
  }

  /// A type of event of which the append has taken in one.
  struct ArrivedType {
    let kind: String
    let name: String
    let version: UInt64
    /// The local numbers of the kind and of the type.
    let numbers: (kind: UInt32, type: UInt32)
  }

  /// The types of what other stores wrote in this append, up to sixteen.
  var arrivedTypes: [ArrivedType] = []
  /// Who wrote the last transaction of another store in this append; most often the next, too.
  var writer: LastWriter?
  /// Whether a retraction of it came before it.
  var isAwaited = false
  /// Nil for the store's own.
  var origin: Origin?
  /// Whether this store wrote what is taken in as a message, and has put it beyond a snapshot.
  var isRepeated = false
  /// Whether another store wrote it.
  var isRemote: Bool { origin != nil && !isRepeated }
  /// The transaction that holds the events already.
  var known: UInt64?
  /// The local number that the transaction will have.
  var number: UInt64 = 0
  /// The position of its first event.
  var first: UInt64 = 0
  /// How many transactions of the same append are stored already; the entities that they touch
  /// are folded and stored with the last one.
  var earlier = 0
  /// How many of its events are stored already, because somebody read the draft.
  var stored = 0
  /// How many of its retractions are.
  var storedRetractions = 0
  /// Why storing some of it failed; then none of it is kept, whatever becomes of the error.
  var failure: (any Error)?
  /// When it is written, by the hybrid logical clock.
  var time = HybridTime.distantPast
  /// The time that its events are stamped with.
  var stampTime = HybridTime.distantPast
  /// Whether its events have an earlier place than others that are here, as somebody declared.
  @usableFromInline var isDeclared: Bool { stampTime != time }
  /// When its events have their place in the canonical order: then, or after the last frontier.
  @usableFromInline var effectiveTime = HybridTime.distantPast
  /// Signatures that came with it.
  var signed: [SignedHead] = []
  /// Whether it, or one before it in the same append, says something about the space.
  var hasStatements = false
  var events = UnsharedArray<Event>()
  @usableFromInline var payloads = PayloadWriter(capacity: 65536)
  /// Its chain, as far as its events are stored.
  var chain = LogChain.Next()
  /// The header that travels with it.
  var header = PayloadWriter()
  /// Replicas that the store does not know yet, or whose space it did not know.
  var replicas: [(number: UInt32, record: ReplicaRecord)] = []
  /// The inbox message that it takes in, or the command that it carries out.
  var ingested: UUID?
  /// The wall time when it was begun, in milliseconds since 1970.
  var wall: Int64 = 0
  /// The relations that may deny what the draft leaves, and whom the reference would lead to.
  var denied: [(relation: Int, parent: UUID)] = []
  /// What it takes back: the dot, and the local number of its replica.
  var retractions: [(dot: Dot, replica: UInt32)] = []

  /// The transaction that began the undo group, when it is another one.
  var group: Dot?
  /// Whose undo takes it back, where that is somebody else than the author; empty for nobody's.
  var undoAuthor: String?
  /// The consumer that writes it, and the transaction that it is done with then.
  var consumed: (name: String, transaction: UInt64)?

  /// Forgets the transaction, and those of the same append before it.
  mutating func clear() {
    clearTransaction()
    earlier = 0
    writer = nil
    if !arrivedTypes.isEmpty { arrivedTypes.removeAll(keepingCapacity: true) }
    hasStatements = false
    if !denied.isEmpty { denied.removeAll() }
    if !signed.isEmpty { signed = [] }
  }

  /// Forgets the transaction.
  mutating func clearTransaction() {
    payloads.truncate()
    payloads.isIncomplete = false
    events.removeAll()
    if !retractions.isEmpty { retractions.removeAll(keepingCapacity: true) }
    if !replicas.isEmpty { replicas.removeAll() }
    ingested = nil
    group = nil
    undoAuthor = nil
    stored = 0
    storedRetractions = 0
    failure = nil
    origin = nil
    isRepeated = false
    isAwaited = false
    known = nil
    consumed = nil
  }

  /// Whether some of it is stored, or may be.
  var isShown: Bool { stored > 0 || earlier > 0 || failure != nil }

  // Safety: valid until something is added to the draft.
  func payload(_ event: Event) -> BorrowedBytes {
    UnsafeRawBufferPointer(rebasing: payloads.bytes[event.payload])
  }
}
