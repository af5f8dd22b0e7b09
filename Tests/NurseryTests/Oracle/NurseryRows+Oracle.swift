import Daybook
import Nursery
import NurseryHousehold

extension NurseryRows {
  /// The rows that should be there after the transactions, worked out from nothing.
  init(oracle transactions: [HouseholdTransaction], babies: [UUID?], _ boundary: DayBoundary) {
    let days = ReferenceDays(boundary)
    let state = OracleState(OracleLog.facts(transactions))
    for (id, entity) in state.babies {
      guard let profile = entity.state, !profile.isDeleted else { continue }
      profiles.append(Profile(createdAt: profile.createdAt, id: id, profile: profile))
    }
    for (id, entity) in state.feeds {
      guard let feed = entity.state, !feed.isDeleted else { continue }
      take(feed, id, entity.created, entity.modified, days.day(of: feed.start))
    }
    for (id, entity) in state.diapers {
      guard let diaper = entity.state, !diaper.isDeleted else { continue }
      take(diaper, id, entity.created, days.day(of: diaper.time))
    }
    sort()
    addTotals(days)
    self.days = Set(entries.map(\.day)).sorted(by: >).map { day in
      Day(
        day: day, entries: entries.filter { $0.day == day }.reversed().map(\.id),
        totals: totals.filter { $0.day == day }.map(\.totals))
    }
    latest = babies.map { baby in
      Latest(
        baby: baby, feed: feeds.last { $0.baby == baby }?.id,
        amount: amounts.last { $0.baby == baby }?.amount,
        diaper: diapers.last { $0.baby == baby }?.id, finished: lastFinished(of: baby),
        running: running.filter { $0.baby == baby }.map(\.id))
    }
  }

  private func lastFinished(of baby: UUID?) -> UUID? {
    feeds.filter { $0.baby == baby && $0.end != nil }.max {
      ($0.end ?? .distantPast, $0.start, $0.created, $0.id.text)
        < ($1.end ?? .distantPast, $1.start, $1.created, $1.id.text)
    }?.id
  }

  private mutating func take(
    _ feed: FeedSession, _ id: UUID, _ created: UInt64, _ modified: UInt64, _ day: CivilDay
  ) {
    entries.append(
      Entry(day: day, date: feed.start, created: created, id: id, entry: .feed(feed)))
    let row = Last(baby: feed.baby, start: feed.start, end: feed.end, created: created, id: id)
    feeds.append(row)
    if feed.end == nil { running.append(row) }
    if let amount = feed.amount {
      var row = row
      row.amount = amount
      row.modified = modified
      amounts.append(row)
    }
  }

  private mutating func take(
    _ diaper: DiaperChange, _ id: UUID, _ created: UInt64, _ day: CivilDay
  ) {
    entries.append(
      Entry(day: day, date: diaper.time, created: created, id: id, entry: .diaper(diaper)))
    diapers.append(
      Last(baby: diaper.baby, start: diaper.time, end: nil, created: created, id: id))
  }

  private mutating func sort() {
    profiles.sort { ($0.createdAt, $0.id.text) < ($1.createdAt, $1.id.text) }
    entries.sort {
      ($0.day, $0.date, $0.created, $0.id.text) < ($1.day, $1.date, $1.created, $1.id.text)
    }
    for table in [\NurseryRows.feeds, \.amounts, \.diapers, \.running] {
      self[keyPath: table].sort {
        ($0.baby?.text ?? "", $0.start, $0.end ?? .distantPast, $0.created, $0.id.text)
          < ($1.baby?.text ?? "", $1.start, $1.end ?? .distantPast, $1.created, $1.id.text)
      }
    }
  }

  /// Sums what each day and baby has.
  private mutating func addTotals(_ reference: ReferenceDays) {
    for day in Set(entries.map(\.day)).sorted() {
      let all = entries.filter { $0.day == day }.map(\.entry)
      let babies = Set(all.map(\.baby)).sorted { ($0?.text ?? "") < ($1?.text ?? "") }
      for baby in babies {
        var sums = DayTotals()
        var unknown: [Amount] = []
        for case .feed(let feed) in all where feed.baby == baby {
          sums.feedCount += 1
          guard let amount = feed.amount else { continue }
          sums.feedsWithAmount += 1
          if let nanolitres = amount.oracleNanolitres {
            sums.feedNanolitres += nanolitres
          } else {
            unknown.append(amount)
          }
        }
        sums.unknownFeedAmounts = UnitSums(oracle: unknown)
        for case .diaper(let diaper) in all where diaper.baby == baby {
          sums.diaperCount += 1
          if diaper.wet { sums.wetCount += 1 }
          if diaper.solid { sums.solidCount += 1 }
        }
        totals.append(Totals(day: day, baby: baby, totals: sums))
      }
    }
    for case .feed(let feed) in entries.map(\.entry) {
      guard let end = feed.end else { continue }
      for part in reference.parts(from: feed.start, to: end) {
        add(Int64((part.seconds * 1e6).rounded()), part.day, feed.baby)
      }
    }
    totals.sort { ($0.day, $0.baby?.text ?? "") < ($1.day, $1.baby?.text ?? "") }
  }

  private mutating func add(_ microseconds: Int64, _ day: CivilDay, _ baby: UUID?) {
    if microseconds == 0 { return }
    let place = totals.firstIndex { $0.day == day && $0.baby == baby } ?? totals.count
    if place == totals.count { totals.append(Totals(day: day, baby: baby, totals: DayTotals())) }
    totals[place].totals.feedMicroseconds += microseconds
  }
}

extension Amount {
  fileprivate var oracleNanolitres: Int64? {
    switch unitText {
    case "mL": Int64((value * 1e6).rounded())
    case "fl oz": Int64((value * 29_573_500).rounded())
    case "L": Int64((value * 1e9).rounded())
    case "cup": Int64((value * 240_000_000).rounded())
    default: nil
    }
  }
}

extension UUID {
  /// Hexadecimal digits are in the order of the bytes.
  fileprivate var text: String { uuidString }
}

extension UnitSums {
  /// The sums of amounts whose units are not known.
  fileprivate init(oracle amounts: [Amount]) {
    let units = Dictionary(grouping: amounts) { $0.unitText ?? "" }
    self.init(
      units.map { unit, amounts in
        Sum(
          unitText: unit, count: Int64(amounts.count),
          millionths: amounts.reduce(0) { $0 + Int64(($1.value * 1e6).rounded()) })
      })
  }
}
