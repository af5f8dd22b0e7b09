public import Daybook

extension History.Transaction {
  /// What a list says behind a transaction that has no effect; nothing behind any other.
  public var fate: String {
    if isVoid { return " (counts for nobody)" }
    return isRetracted ? " (taken back)" : ""
  }
}
