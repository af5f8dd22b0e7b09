import ArgumentParser
import Daybook

/// A place between two events of the log.
///
/// As text it is a token, `STORE:NUMBER`; within a transaction it is the token before that one, a
/// plus sign and how many of its events come before, `STORE:NUMBER+COUNT`.
struct LogPlace: CustomStringConvertible {
  let token: History.Token
  let skipped: Int

  init(_ token: History.Token, skipped: Int = 0) {
    self.token = token
    self.skipped = skipped
  }

  init?(_ text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count <= 2, let token = History.Token(String(parts[0])) else { return nil }
    let skipped = parts.count == 1 ? 0 : Int(parts[1]) ?? -1
    guard skipped >= 0 else { return nil }
    self.init(token, skipped: skipped)
  }

  /// The place after an event of `transaction`, which came after `previous`.
  init(
    after position: UInt64, in transaction: History.Transaction, previous: History.Token
  ) {
    if position + 1 == transaction.positions.upperBound {
      self.init(transaction.token)
    } else {
      self.init(previous, skipped: Int(position + 1 - transaction.positions.lowerBound))
    }
  }

  /// As text, which the initializer reads.
  var description: String { skipped == 0 ? "\(token)" : "\(token)+\(skipped)" }
}

/// A place in the log on the command line: one that `log` printed, or a transaction.
struct LogPlaceName: ExpressibleByArgument {
  private let text: String

  init?(argument: String) { text = argument }

  func place(_ reader: borrowing Reader, _ zone: TimeZone) throws -> LogPlace {
    if let place = LogPlace(text) { return place }
    guard let name = TransactionName(argument: text) else { throw BadText("no place") }
    return LogPlace(try name.token(reader, zone))
  }
}
