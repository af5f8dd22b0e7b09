import Daybook
import Nursery
import NurseryHousehold

/// An event as an app has it when it appends it: handing it in copies nothing.
///
/// The cases of `HouseholdStep` copy what they hold, which is no work of the engine.
class Entry: @unchecked Sendable {  // it and its subclasses have constants only
  func append(to draft: inout Draft) throws {}

  static func of(_ step: HouseholdStep) -> Entry {
    switch step {
    case .babyEvent(let id, let event): BabyEntry(id, event)
    case .feedEvent(let id, let event): FeedEntry(id, event)
    case .diaperEvent(let id, let event): DiaperEntry(id, event)
    case .undo: Entry()
    }
  }
}

private final class BabyEntry: Entry, @unchecked Sendable {
  private let id: ID<BabyProfile>
  private let event: BabyEvent

  init(_ id: UUID, _ event: BabyEvent) { (self.id, self.event) = (ID(id), event) }

  override func append(to draft: inout Draft) throws { try draft.append(event, to: id) }
}

private final class FeedEntry: Entry, @unchecked Sendable {
  private let id: ID<FeedSession>
  private let event: FeedEvent

  init(_ id: UUID, _ event: FeedEvent) { (self.id, self.event) = (ID(id), event) }

  override func append(to draft: inout Draft) throws { try draft.append(event, to: id) }
}

private final class DiaperEntry: Entry, @unchecked Sendable {
  private let id: ID<DiaperChange>
  private let event: DiaperEvent

  init(_ id: UUID, _ event: DiaperEvent) { (self.id, self.event) = (ID(id), event) }

  override func append(to draft: inout Draft) throws { try draft.append(event, to: id) }
}
