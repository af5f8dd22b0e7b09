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
    case .amended(let amendment):
      if let name = amendment.name { self?.name = name }
      if let term = amendment.feedTerm { self?.feedTerm = term }
      edit(amendment.birthDate) { self?.birthDate = $0 }
      edit(amendment.birthTime) { self?.birthTime = $0 }
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
    case .finished(let finished):
      self?.end = finished.end
      if let amount = finished.amount { self?.amount = amount }
      if let content = finished.content { self?.content = content }
      if let route = finished.route { self?.route = route }
      if let memo = finished.memo { self?.memo = memo == "" ? nil : memo }
    case .amended(let amendment):
      edit(amendment.baby) { self?.baby = $0 }
      if let start = amendment.start { self?.start = start }
      edit(amendment.end) { self?.end = $0 }
      edit(amendment.amount) { self?.amount = $0 }
      if let content = amendment.content { self?.content = content }
      if let route = amendment.route { self?.route = route }
      edit(amendment.typeText) { self?.typeText = $0 }
      edit(amendment.memo) { self?.memo = $0 }
      if let tags = amendment.tags { self?.tags = tags }
    }
  }
}

extension DiaperChange? {
  fileprivate mutating func take(_ event: DiaperEvent) {
    switch event {
    case .recorded(let change): if self == nil { self = change }
    case .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    case .amended(let amendment):
      edit(amendment.baby) { self?.baby = $0 }
      if let time = amendment.time { self?.time = time }
      if let wet = amendment.wet { self?.wet = wet }
      if let solid = amendment.solid { self?.solid = solid }
      edit(amendment.typeText) { self?.typeText = $0 }
      edit(amendment.color) { self?.color = $0 }
      edit(amendment.amount) { self?.amount = $0 }
      edit(amendment.memo) { self?.memo = $0 }
      if let tags = amendment.tags { self?.tags = tags }
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

private func edit<Value>(_ edit: Edit<Value>, _ set: (Value?) -> Void) {
  switch edit {
  case .keep: break
  case .set(let value): set(value)
  case .clear: set(nil)
  }
}
