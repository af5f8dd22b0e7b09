extension StoreError: LocalizedError {
  /// The sentence, for alerts that show `localizedDescription`.
  public var errorDescription: String? { message }
}
