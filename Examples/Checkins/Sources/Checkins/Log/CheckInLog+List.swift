import Daybook
import Foundation

/// A check-in with its identifier.
public struct ListedCheckIn: Identifiable, Hashable, Sendable {
  public let id: ID<CheckIn>
  public let checkIn: CheckIn

  public init(id: ID<CheckIn>, checkIn: CheckIn) {
    self.id = id
    self.checkIn = checkIn
  }
}

extension CheckInLog {
  /// All check-ins, newest first.
  public func all() throws -> [ListedCheckIn] {
    try list(store.read { try $0.rows(CheckInsByDate.all.descending) })
  }

  /// Those of the last so many days, newest first; the moment exactly so many days ago belongs to
  /// them.
  public func last(days: Int, now: Date, calendar: Calendar) throws -> [ListedCheckIn] {
    let first = calendar.date(byAdding: .day, value: -days, to: now) ?? .distantPast
    return try list(store.read { try $0.rows(CheckInsByDate.all.from(first).descending) })
  }

  private func list(_ rows: [ViewRow<CheckInsByDate.Key, CheckIn>]) -> [ListedCheckIn] {
    rows.map { ListedCheckIn(id: $0.key.second, checkIn: $0.row) }
  }
}

extension [ListedCheckIn] {
  /// Those with the text in their name or address, whatever the case of its letters.
  public func containing(_ text: String) -> [ListedCheckIn] {
    let text = text.lowercased()
    if text.isEmpty { return self }
    return filter {
      $0.checkIn.name.lowercased().contains(text) || $0.checkIn.address.lowercased().contains(text)
    }
  }
}
