import Daybook
import Nursery
import NurseryHousehold

/// What is written at once in a random nursery or a generated household.
struct NurseryTransaction: Sendable {
  let author: String
  let wallTime: Date
  let stamp: HybridTime?
  let steps: [NurseryStep]
}

extension NurseryTransaction {
  init(_ transaction: HouseholdTransaction) {
    self.init(
      author: transaction.author, wallTime: transaction.wallTime, stamp: transaction.stamp,
      steps: transaction.steps.map(NurseryStep.init))
  }

  func apply(to draft: inout Draft) throws {
    for step in steps { try step.apply(to: &draft) }
  }
}

/// One event, or an undo.
enum NurseryStep: Sendable {
  case baby(UUID, BabyEvent)
  case feed(UUID, FeedEvent)
  case diaper(UUID, DiaperEvent)
  case entry(EntryStep)
  case timer(UUID, TimerEvent)
  case type(RecordStep<CustomEventType>)
  case item(RecordStep<ChecklistItem>)
  case settings(RecordStep<AppSettings>)
  case lastUsed(RecordStep<LastUsedValues>)
  /// The transaction with that number is taken back.
  case undo(UInt64)

  init(_ step: HouseholdStep) {
    switch step {
    case .babyEvent(let id, let event): self = .baby(id, event)
    case .feedEvent(let id, let event): self = .feed(id, event)
    case .diaperEvent(let id, let event): self = .diaper(id, event)
    case .undo(let number): self = .undo(number)
    }
  }

  func apply(to draft: inout Draft) throws {
    switch self {
    case .baby(let id, let event): try draft.append(event, to: id)
    case .feed(let id, let event): try draft.append(event, to: id)
    case .diaper(let id, let event): try draft.append(event, to: id)
    case .entry(let step): try step.apply(to: &draft)
    case .timer(let id, let event): try draft.append(event, to: id)
    case .type(let step): try step.apply(to: &draft)
    case .item(let step): try step.apply(to: &draft)
    case .settings(let step): try step.apply(to: &draft)
    case .lastUsed(let step): try step.apply(to: &draft)
    case .undo(let number): try draft.retract(transaction: number)
    }
  }
}

extension HouseholdStore {
  /// Writes the transactions in order, many in one commit.
  func append(_ transactions: [NurseryTransaction]) async throws {
    for transaction in transactions.dropLast() { try await append(transaction, .bulk) }
    if let last = transactions.last { try await append(last, .durable) }
  }

  /// Writes one.
  func append(_ transaction: NurseryTransaction, _ durability: Durability) async throws {
    clock.show(transaction.wallTime)
    try await store.append(
      author: transaction.author, stamp: transaction.stamp, durability: durability
    ) { try transaction.apply(to: &$0) }
  }

  /// A store that holds the transactions.
  init(
    _ transactions: [NurseryTransaction], boundary: DayBoundary? = nil
  ) async throws {
    try self.init(boundary: boundary)
    try await append(transactions)
  }
}
