/// Gathers what folds and projections leave out, and tells it when that is committed.
final class QuarantineReport {
  private let reports: StoreReports
  private var pending: [QuarantinedItem] = []
  private var known: Set<QuarantinedItem> = []

  init(_ reports: StoreReports) { self.reports = reports }

  /// Says what the transaction being written finds left out: that it stays so is no news.
  ///
  /// A callback that tries again what it is told of would be told of it again, for ever.
  func begin(with items: [QuarantinedItem]) { known = Set(items.map(\.withoutError)) }

  /// Notes what the transaction being written leaves out.
  func add(_ item: QuarantinedItem) {
    if known.contains(item.withoutError) { return }
    pending.append(item)
  }

  /// Tells what was noted.
  func commit() {
    known.removeAll()
    if pending.isEmpty { return }
    reports.tell(.quarantine(pending))
    pending.removeAll()
  }

  /// Forgets what was noted.
  func abort() {
    known.removeAll()
    pending.removeAll()
  }
}

extension QuarantinedItem {
  /// What was left out, whatever was thrown.
  fileprivate var withoutError: QuarantinedItem {
    QuarantinedItem(
      projection: projection, kind: kind, entity: entity, position: position, error: "")
  }
}
