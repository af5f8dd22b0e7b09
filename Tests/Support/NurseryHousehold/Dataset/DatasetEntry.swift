public import Daybook
internal import Nursery

/// An event as an app has it when it appends it: handing it in copies nothing.
///
/// The cases of `HouseholdStep` copy what they hold, which is no work of the engine.
public class DatasetEntry: @unchecked Sendable {  // it and its subclasses have constants only
  /// Appends it to a transaction.
  ///
  /// - Throws: what `Draft` throws.
  public func append(to draft: inout Draft) throws {}

  /// The event of a step; of an undo, which a data set never has, nothing.
  public static func of(_ step: HouseholdStep) -> DatasetEntry {
    switch step {
    case .babyEvent(let id, let event): BabyEntry(id, event)
    case .feedEvent(let id, let event): FeedEntry(id, event)
    case .diaperEvent(let id, let event): DiaperEntry(id, event)
    case .undo: DatasetEntry()
    }
  }
}

private final class BabyEntry: DatasetEntry, @unchecked Sendable {
  private let id: ID<BabyProfile>
  private let event: BabyEvent

  init(_ id: UUID, _ event: BabyEvent) { (self.id, self.event) = (ID(id), event) }

  override func append(to draft: inout Draft) throws { try draft.append(event, to: id) }
}

private final class FeedEntry: DatasetEntry, @unchecked Sendable {
  private let id: ID<FeedSession>
  private let event: FeedEvent

  init(_ id: UUID, _ event: FeedEvent) { (self.id, self.event) = (ID(id), event) }

  override func append(to draft: inout Draft) throws { try draft.append(event, to: id) }
}

private final class DiaperEntry: DatasetEntry, @unchecked Sendable {
  private let id: ID<DiaperChange>
  private let event: DiaperEvent

  init(_ id: UUID, _ event: DiaperEvent) { (self.id, self.event) = (ID(id), event) }

  override func append(to draft: inout Draft) throws { try draft.append(event, to: id) }
}
