#if Tools
public import ArgumentParser
public import Daybook
import Foundation

/// A transaction on the command line: its number, a token, or a time, which stands for the
/// last one by then.
public struct TransactionName: ExpressibleByArgument {
  /// What is told of it in `--help`.
  public static let help = "its number, a token, or a time such as “yesterday 22:00”"

  public let text: String

  public init?(argument: String) { text = argument }

  /// The place right after the transaction.
  ///
  /// - Throws: `NameError` for what is none; `StoreError.noSuchTransaction`, `foreignToken`,
  ///   `expiredToken`.
  public func token(_ reader: borrowing Reader, _ zone: TimeZone) throws -> History.Token {
    if let token = History.Token(text) {
      // Of another store it would name another transaction here.
      try reader.place(token)
      return token
    }
    if let number = UInt64(text) {
      let oldest = try reader.oldestToken()
      if number == oldest.number { return oldest }
      // A purge leaves transactions that a later fold needs, and no place after them.
      guard number > oldest.number, let transaction = try reader.transaction(number) else {
        throw StoreError(.noSuchTransaction, Self.missing(number, oldest, try reader.token()))
      }
      return transaction.token
    }
    let time = try Self.time(text, zone)
    let (token, isOutOfOrder) = try reader.place(at: time)
    if isOutOfOrder {
      Self.warn(text, token == (try reader.oldestToken()) ? nil : token.number)
    }
    return token
  }

  /// The same; of a time that was purged already, the oldest place that is left.
  func tokenOrOldest(_ reader: borrowing Reader, _ zone: TimeZone) throws -> History.Token {
    do { return try token(reader, zone) } catch let error as StoreError
      where error.code == .expiredToken && History.Token(text) == nil
    {
      return try reader.oldestToken()
    }
  }

  /// The time that stands for the last transaction by then. One in whole seconds stands for all of
  /// its second, because times are printed without a fraction.
  ///
  /// - Throws: ``NameError`` for what is no time; ``BadText``.
  static func time(_ text: String, _ zone: TimeZone) throws -> Date {
    guard let time = try TimeText(zone, now: Surroundings.current.now).dateIfAny(text) else {
      throw NameError("“\(text)” is no transaction: give \(help)")
    }
    return text.contains(".") || Instant.hasFraction(time)
      ? time : time.addingTimeInterval(0.999_999)
  }

  /// Says that times do not follow the order of the log around one that was told.
  ///
  /// - Parameter number: the transaction after which it is taken to be; nil for the beginning.
  static func warn(_ text: String, _ number: UInt64?) {
    let place =
      number.map { "the place after transaction \($0), the last that shows a time by then" }
      ?? "the beginning of the log, because what follows in its order shows later times"
    TimeNotes.tell(
      "a clock was wrong here, so times do not follow the order of the log; “\(text)” is taken as "
        + place)
  }

  private static func missing(
    _ number: UInt64, _ oldest: History.Token, _ newest: History.Token
  ) -> String {
    if number < oldest.number { return "transaction \(number) was purged" }
    return newest.number == 0
      ? "there is no transaction \(number); nothing was written yet"
      : "there is no transaction \(number); the newest is \(newest.number)"
  }
}
#endif
