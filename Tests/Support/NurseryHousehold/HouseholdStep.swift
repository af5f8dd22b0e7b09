public import Daybook
public import Nursery

/// One thing that a transaction of a generated household does.
public enum HouseholdStep: Sendable, Equatable {
  /// Something happens to the profile of a baby.
  case babyEvent(UUID, BabyEvent)
  /// Something happens to a feed.
  case feedEvent(UUID, FeedEvent)
  /// Something happens to a diaper change.
  case diaperEvent(UUID, DiaperEvent)
  /// The transaction with that place in the household, counted from 1, is taken back.
  case undo(UInt64)

  /// Adds the step to `draft`.
  ///
  /// - Throws: what `Draft` throws, such as `StoreError.noSuchTransaction`.
  public func apply(to draft: inout Draft) throws {
    switch self {
    case .babyEvent(let id, let event): try draft.append(event, to: ID<BabyProfile>(id))
    case .feedEvent(let id, let event): try draft.append(event, to: ID<FeedSession>(id))
    case .diaperEvent(let id, let event): try draft.append(event, to: ID<DiaperChange>(id))
    case .undo(let number): try draft.retract(transaction: number)
    }
  }
}
