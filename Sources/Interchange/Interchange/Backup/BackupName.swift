internal import Daybook
internal import Foundation

/// The name of a full backup, which is a folder, or of an increment, which is a file: whose it is,
/// which transactions it has, and when it was made.
///
/// `full-1A2B3C4D-000000000120-20261122T093000Z` and
/// `log-1A2B3C4D-000000000120-000000000130-20261123T093000Z.ndjson`.
struct BackupName: Hashable, Sendable {
  /// The first eight digits of the store's identity.
  let store: String
  /// The transaction before the first; nil for a full backup.
  let after: UInt64?
  /// The newest transaction.
  let transaction: UInt64
  /// Whole seconds since 1970.
  let second: Int64

  static let logSuffix = ".ndjson"

  var isFull: Bool { after == nil }
  var time: Date { Date(timeIntervalSince1970: Double(second)) }

  init(_ store: UUID, after: UInt64? = nil, _ transaction: UInt64, _ time: Date) {
    self.store = Self.short(store)
    (self.after, self.transaction) = (after, transaction)
    second = Int64(time.timeIntervalSince1970.rounded(.down))
  }

  static func short(_ store: UUID) -> String { String(store.uuidString.prefix(8)) }

  /// Nil for what is no backup.
  init?(_ text: String) {
    let isFull = text.hasPrefix("full-")
    guard isFull || (text.hasPrefix("log-") && text.hasSuffix(Self.logSuffix)) else { return nil }
    let bare = isFull ? text[...] : text.dropLast(Self.logSuffix.count)
    let parts = bare.split(separator: "-", omittingEmptySubsequences: false).dropFirst()
    guard parts.count == (isFull ? 3 : 4), let store = parts.first, let stamp = parts.last,
      let second = Self.second(stamp)
    else { return nil }
    let numbers = parts.dropFirst().dropLast().compactMap { UInt64($0) }
    guard let transaction = numbers.last, numbers.count == parts.count - 2 else { return nil }
    self.store = String(store)
    after = isFull ? nil : numbers[0]
    self.transaction = transaction
    self.second = second
    guard self.text == text else { return nil }
  }

  var text: String {
    let end = "\(transaction.padded(12))-\(stamp)"
    guard let after else { return "full-\(store)-\(end)" }
    return "log-\(store)-\(after.padded(12))-\(end)\(Self.logSuffix)"
  }

  /// The time without what separates its parts: 20261122T093000Z.
  private var stamp: String {
    let whole = PlainTime.text(milliseconds: second * 1000)
    return whole.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  private static func second(_ stamp: Substring) -> Int64? {
    let digits = stamp.utf8.map { Int($0) - 48 }
    guard digits.count == 16, stamp.hasSuffix("Z"), digits[8] == 36 else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(
      from: DateComponents(
        year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(9..<11),
        minute: number(11..<13), second: number(13..<15)))
    return date.map { Int64($0.timeIntervalSince1970) }
  }
}
