import Daybook
import Nursery

/// What one baby had on one day, summed up by hand.
struct OracleTotals: Equatable {
  struct Sums: Equatable {
    var count: Int64 = 0
    var microseconds: Int64 = 0
    var nanolitres: Int64 = 0
    /// By the bytes of the unit's text.
    var unknown: [[UInt8]: Unknown] = [:]
  }

  struct Unknown: Equatable {
    var count: Int64 = 0
    var millionths: Int64 = 0
  }

  let day: CivilDay
  let baby: UUID?
  /// Of each kind that there is.
  var kinds: [EntryKind: Sums] = [:]
  var feedsWithAmount: Int64 = 0
  var wet: Int64 = 0
  var solid: Int64 = 0

  init(day: CivilDay, baby: UUID?) {
    self.day = day
    self.baby = baby
  }

  /// Those of all entries, by day and baby.
  static func all(_ rows: [OracleNursery.Row], _ days: DayMemory) -> [OracleTotals] {
    var found: [DayBabyKey: OracleTotals] = [:]
    func change(_ day: CivilDay, _ baby: UUID?, _ body: (inout OracleTotals) -> Void) {
      body(&found[DayBabyKey(day: day, baby: baby), default: OracleTotals(day: day, baby: baby)])
    }
    for row in rows {
      let told = row.told
      change(row.day, told.baby) { $0.count(told) }
      guard let end = told.end, told.toldDay == nil else { continue }
      for part in days.parts(from: told.start, to: end) where part.microseconds != 0 {
        change(part.day, told.baby) {
          $0.kinds[told.kind, default: Sums()].microseconds += part.microseconds
        }
      }
    }
    return found.values.sorted { ($0.day, $0.baby.order) < ($1.day, $1.baby.order) }
  }

  private mutating func count(_ told: Told) {
    kinds[told.kind, default: Sums()].count += 1
    if told.kind == .feed, told.amount != nil { feedsWithAmount += 1 }
    if told.kind == .diaper {
      wet += told.wet ? 1 : 0
      solid += told.solid ? 1 : 0
    }
    for volume in told.volumes { kinds[told.kind, default: Sums()].add(volume) }
  }
}

extension OracleTotals.Sums {
  fileprivate mutating func add(_ amount: Amount) {
    let unit: Double? =
      switch amount.unitText {
      case "mL": 1e6
      case "fl oz": 29_573_500
      case "L": 1e9
      case "cup": 240_000_000
      default: nil
      }
    if let unit, abs(amount.value * unit) < 9e15 {
      nanolitres += Int64((amount.value * unit).rounded())
      return
    }
    let text = Array((amount.unitText ?? "").utf8)
    let millionths = amount.value * 1e6
    unknown[text, default: .init()].count += 1
    if abs(millionths) < 9e15 {
      unknown[text, default: .init()].millionths += Int64(millionths.rounded())
    }
  }
}

extension OracleTotals {
  /// What a row of the library says.
  init(_ row: BabyDayTotals) {
    self.init(day: row.day, baby: row.baby)
    feedsWithAmount = row.totals.feedsWithAmount
    wet = row.totals.wetCount
    solid = row.totals.solidCount
    for kind in EntryKind.allCases {
      let totals = row.totals[kind]
      var sums = Sums()
      sums.count = totals.count
      sums.microseconds = totals.microseconds
      sums.nanolitres = totals.nanolitres
      for unit in totals.unknownAmounts.sums {
        sums.unknown[Array(unit.unitText.utf8)] = Unknown(
          count: unit.count, millionths: unit.millionths)
      }
      if sums != Sums() { kinds[kind] = sums }
    }
  }
}
