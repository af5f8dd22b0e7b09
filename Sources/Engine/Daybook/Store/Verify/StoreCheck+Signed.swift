extension StoreCheck {
  /// The transactions of each writer are those that it signed.
  static let signed = StoreCheck("signed", .log) { scope, _ in
    let count = try scope.reader.checkSigned(scope.counters)
    return count.counted("signature")
  }
}
