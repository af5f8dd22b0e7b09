#if Tools
  import ArgumentParser
  import Daybook

  /// A place between two events of the log.
  ///
  /// As text it is a token, `STORE:NUMBER`; within a transaction it is the token before that one, a
  /// plus sign and how many of its events come before, `STORE:NUMBER+COUNT`.
  struct LogPlace: ExpressibleByArgument, CustomStringConvertible {
    let token: History.Token
    let skipped: Int

    private init(_ token: History.Token, skipped: Int = 0) {
      self.token = token
      self.skipped = skipped
    }

    init?(argument: String) {
      let parts = argument.split(separator: "+", omittingEmptySubsequences: false)
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

    var description: String { skipped == 0 ? "\(token)" : "\(token)+\(skipped)" }
  }
#endif
