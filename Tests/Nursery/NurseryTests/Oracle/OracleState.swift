import Daybook
import Nursery

/// An entity as the oracle folds it.
struct OracleEntity<State> {
  var state: State?
  /// The stamp of its first event that counts.
  let created: UInt64
  /// The stamp of its last.
  var modified: UInt64
}

/// Every entity, folded from nothing.
struct OracleState {
  private(set) var babies: [UUID: OracleEntity<BabyProfile>] = [:]
  private(set) var feeds: [UUID: OracleEntity<FeedSession>] = [:]
  private(set) var diapers: [UUID: OracleEntity<DiaperChange>] = [:]
  /// Those of the other kinds.
  private(set) var others: [UUID: OracleEntity<Told>] = [:]
  private(set) var timers: [UUID: RunningTimer?] = [:]
  private(set) var types: [UUID: OracleRecord<CustomEventType>?] = [:]
  private(set) var items: [UUID: OracleRecord<ChecklistItem>?] = [:]
  private(set) var settings: OracleRecord<AppSettings>?
  private(set) var lastUsed: [UUID: OracleRecord<LastUsedValues>?] = [:]

  init(_ facts: [Fact]) {
    for fact in facts where !fact.isRetracted {
      switch fact.step {
      case .baby(let id, let event): babies.fold(id, fact) { $0.take(event) }
      case .feed(let id, let event): feeds.fold(id, fact) { $0.take(event) }
      case .diaper(let id, let event): diapers.fold(id, fact) { $0.take(event) }
      case .entry(let step): others.fold(step.id, fact) { $0.take(step.action) }
      case .timer(let id, let event): timers[id, default: nil].take(event)
      case .type(let step): types[step.id, default: nil].take(step.action)
      case .item(let step): items[step.id, default: nil].take(step.action)
      case .settings(let step): settings.take(step.action, initial: AppSettings())
      case .lastUsed(let step):
        lastUsed[step.id, default: nil].take(step.action, initial: LastUsedValues())
      case .undo: break
      }
    }
  }
}

extension Dictionary where Key == UUID {
  fileprivate mutating func fold<State>(
    _ id: UUID, _ fact: Fact, _ body: (inout State?) -> Void
  ) where Value == OracleEntity<State> {
    var entity = self[id] ?? OracleEntity(state: nil, created: fact.stamp, modified: fact.stamp)
    entity.modified = fact.stamp
    body(&entity.state)
    self[id] = entity
  }
}

extension BabyProfile? {
  fileprivate mutating func take(_ event: BabyEvent) {
    switch event {
    case .created(let profile): if self == nil { self = profile }
    case .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    case .amended(let patch):
      patch.eachField { number, isCleared, field in
        switch number {
        case 1: self?.name = try field.string()
        case 2: self?.feedTerm = try field.double()
        case 4: self?.birthDate = try isCleared ? nil : field.string()
        case 5: self?.birthTime = try isCleared ? nil : field.string()
        default: break
        }
      }
    }
  }
}

extension RunningTimer? {
  fileprivate mutating func take(_ event: TimerEvent) {
    switch event {
    case .started(let timer): if self == nil { self = timer }
    case .restarted(let start): self?.start = start
    case .stopped(let entry):
      self?.entry = entry.id
      self?.entryKind = entry.kind
    case .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    }
  }
}

extension FeedSession? {
  fileprivate mutating func take(_ event: FeedEvent) {
    switch event {
    case .started(let started):
      guard self == nil else { break }
      self = FeedSession(
        baby: started.baby, start: started.start, content: started.content, route: started.route)
    case .recorded(let feed): if self == nil { self = feed }
    case .cancelled, .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    case .finished(let patch):
      change(patch)
      if self?.memo == "", (try? patch.numbers.contains(8)) == true { self?.memo = nil }
    case .amended(let patch): change(patch)
    }
  }

  private mutating func change(_ patch: FieldPatch<FeedSession>) {
    if (try? patch.numbers.contains(9)) == true { self?.tags = [] }
    patch.eachField { number, isCleared, field in
      switch number {
      case 1: self?.baby = try isCleared ? nil : field.uuid()
      case 2: self?.start = try field.date()
      case 3: self?.end = try isCleared ? nil : field.date()
      case 4: self?.amount = try isCleared ? nil : (field.value() as Amount)
      case 5: self?.content = FeedContent(rawValue: try field.string())
      case 6: self?.route = FeedRoute(rawValue: try field.string())
      case 7: self?.typeText = try isCleared ? nil : field.string()
      case 8: self?.memo = try isCleared ? nil : field.string()
      case 9: if !isCleared { self?.tags.append(try field.string()) }
      default: break
      }
    }
  }
}

extension DiaperChange? {
  fileprivate mutating func take(_ event: DiaperEvent) {
    switch event {
    case .recorded(let change): if self == nil { self = change }
    case .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    case .amended(let patch):
      if (try? patch.numbers.contains(9)) == true { self?.tags = [] }
      patch.eachField { number, isCleared, field in
        switch number {
        case 1: self?.baby = try isCleared ? nil : field.uuid()
        case 2: self?.time = try field.date()
        case 3: self?.wet = try field.bool()
        case 4: self?.solid = try field.bool()
        case 5: self?.typeText = try isCleared ? nil : field.string()
        case 6: self?.color = try isCleared ? nil : field.string()
        case 7: self?.amount = try isCleared ? nil : field.double()
        case 8: self?.memo = try isCleared ? nil : field.string()
        case 9: if !isCleared { self?.tags.append(try field.string()) }
        default: break
        }
      }
    }
  }
}

extension Told? {
  fileprivate mutating func take(_ action: EntryStep.Action) {
    switch action {
    case .recorded(let told), .started(let told): if self == nil { self = told }
    case .cancelled, .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    case .finished(let edits), .amended(let edits):
      guard var told = self else { return }
      for edit in edits { edit(&told) }
      self = told
    }
  }
}

extension FieldPatch {
  /// Tells each field that is set or cleared, read from the stored bytes.
  fileprivate func eachField(
    _ body: (_ number: Int, _ isCleared: Bool, inout PayloadReader) throws -> Void
  ) {
    var writer = PayloadWriter()
    encode(into: &writer)
    let bytes = writer.array
    var reader = PayloadReader(bytes.span.bytes)
    do {
      while let number = try reader.next() {
        let cleared = number == 15 ? Int(try reader.uint()) : nil
        try body(cleared ?? number, cleared != nil, &reader)
      }
    } catch {
      preconditionFailure("a patch that was just made cannot be read: \(error)")
    }
  }
}
