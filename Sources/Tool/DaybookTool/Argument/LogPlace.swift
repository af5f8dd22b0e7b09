#if Tools
public import ArgumentParser
public import Daybook
import Foundation

/// A place between two events of the log.
///
/// As text it is a token, `STORE:NUMBER`; within a transaction it is the token before that one, a
/// plus sign and how many of its events come before, `STORE:NUMBER+COUNT`.
public struct LogPlace: CustomStringConvertible {
  public let token: History.Token
  public let skipped: Int

  public init(_ token: History.Token, skipped: Int = 0) {
    self.token = token
    self.skipped = skipped
  }

  public init?(_ text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count <= 2, let token = History.Token(String(parts[0])) else { return nil }
    let skipped = parts.count == 1 ? 0 : Int(parts[1]) ?? -1
    guard skipped >= 0 else { return nil }
    self.init(token, skipped: skipped)
  }

  /// The place after an event of `transaction`, which came after `previous`.
  public init(
    after position: UInt64, in transaction: History.Transaction, previous: History.Token
  ) {
    if position + 1 == transaction.positions.upperBound {
      self.init(transaction.token)
    } else {
      self.init(previous, skipped: Int(position + 1 - transaction.positions.lowerBound))
    }
  }

  /// As text, which the initializer reads.
  public var description: String { skipped == 0 ? "\(token)" : "\(token)+\(skipped)" }
}

/// A place in the log on the command line: one that `log` printed, or a transaction.
public struct LogPlaceName: ExpressibleByArgument {
  private let text: String

  public init?(argument: String) { text = argument }

  public func place(_ reader: borrowing Reader, _ zone: TimeZone) throws -> LogPlace {
    if let place = LogPlace(text) { return place }
    guard let name = TransactionName(argument: text) else { throw BadText("no place") }
    return LogPlace(try name.token(reader, zone))
  }
}
#endif
