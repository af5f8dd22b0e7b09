internal import LMDB

/// What the writer keeps from one LMDB transaction to the next.
@usableFromInline
struct WriterState: ~Copyable {
  var kinds: [WrittenKind] = [] {
    didSet {
      types = kinds.map(\.id)
      typed = kinds.map { Unmanaged.passUnretained($0.typed) }
      eventTypes = kinds.map(\.eventID)
      sinks = kinds.map { Unmanaged.passUnretained($0.sink) }
      for index in kinds.indices { kinds[index].place = index }
    }
  }
  /// The types of the kinds.
  private(set) var types: [ObjectIdentifier] = []
  // Safety: the kinds own them.
  private(set) var typed: [Unmanaged<AnyObject>] = []
  /// The types of their events.
  private(set) var eventTypes: [ObjectIdentifier] = []
  // Safety: the kinds own them.
  private(set) var sinks: [Unmanaged<AnyObject>] = []
  var projections: [ProjectionRuntime] = []
  /// The relations between the kinds.
  var relations: [WrittenRelation] = []
  /// What each of them does with the stored entities that are gone through; empty when none are.
  var building = UnsharedArray<Rebuild.Part>()
  var counters = LogCounters()
  var names = Names()
  var summaries = CurrentSummaries()
  var currentTypes = CurrentTypes()
  /// What is stated about the space; nil when nothing is.
  var rules: SpaceRules? { didSet { lentRules = rules.map { Lent($0) } } }
  /// The same for readers, which would count references to them.
  private(set) var lentRules: Lent<SpaceRules>?
  /// Those before, as long as the LMDB transaction goes on in which they changed.
  var formerRules: [SpaceRules] = []
  /// The place of the kind of each touched entity that projections follow, in the order in which
  /// they were touched.
  @usableFromInline var followed = UnsharedArray<UInt16>()
  /// Entities of kinds that the schema does not know.
  var unknownKinds = UnknownKinds()
  /// What is to be written as one transaction of the log.
  @usableFromInline var draft = DraftBuffer()
  /// Told of what is left out; nil when nobody wants to know.
  let report: QuarantineReport?
  var known = KnownCommit()

  init(report: QuarantineReport?) {
    self.report = report
  }

  /// Notes that a transaction was committed; nil for one that changed nothing, which leaves its
  /// number to another process.
  mutating func know(_ transaction: UInt64?) {
    known.transaction = transaction ?? .max
    known.names = names.all.count
    report?.commit()
    invariant(counters.names == UInt64(names.all.count), "a name was not stored")
    _checkInvariants()
  }

  /// Forgets what a transaction that was dropped has left.
  mutating func forget() {
    discardDraft()
    known.transaction = .max
    report?.abort()
    // Another process may give the numbers of the transaction's names to others.
    names.truncate(to: known.names)
    _checkInvariants()
  }

  /// Checks what is so between two LMDB transactions: no entity is touched, the draft holds nothing
  /// that is not stored, no rows are collected, and each kind and projection is at its place.
  func _checkInvariants() {
    #if DEBUG
    invariant(
      followed.isEmpty && !kinds.contains(where: \.isTouched), "a kind has touched entities")
    invariant(
      draft.events.isEmpty || draft.stored == draft.events.count,
      "\(draft.stored) of \(draft.events.count) events of the draft are stored")
    invariant(
      types.count == kinds.count && typed.count == kinds.count
        && Set(eventTypes).count == kinds.count && sinks.count == kinds.count
        && Set(kinds.map(\.number)).count == kinds.count,
      "two kinds have one number or one type of events, or a kind is not found by its type")
    invariant(
      projections.indices.allSatisfy { projections[$0].index == $0 },
      "a projection is not at its place")
    invariant(building.isEmpty, "a build has not ended")
    invariant((rules == nil) == (lentRules == nil), "readers are lent other rules")
    #endif
  }

  /// Forgets the draft; what was stored of it goes with the LMDB transaction.
  mutating func discardDraft() {
    names.truncate(to: Int(counters.names))
    for kind in kinds where kind.isTouched { kind.operations.discard() }
    followed.removeAll()
    unknownKinds.discard()
    draft.clear()
  }
}

/// How what the writer keeps in memory compares with the store.
struct KnownCommit {
  /// The LMDB transaction after which counters and names are as they are here.
  var transaction = UInt64.max
  /// How many of the names are on disk.
  var names = 0
  /// The last number of each sort of name.
  var recentNames = ContiguousArray<UInt32>(repeating: 0, count: 8)
  /// Whether kinds and projections are as the schema has them; a process that changes that is
  /// noticed.
  var isOpen = false
  /// Whether rows that are kept here lack what other processes wrote.
  var hasBehind = false
}

/// What is left of the writer while there is no LMDB transaction.
struct IdleWriter: ~Copyable {
  let context: WriterContext
  var state: Owned<WriterState>
  var buffers: RowBuffers
}
