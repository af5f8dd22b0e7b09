extension StoreCheck {
  /// Every entity reaches its own events by their chain, down to the first or to its baseline.
  ///
  /// Chains go down, and none leaves its entity, so no event is reached twice; with the number of
  /// all events, which is seen with the entities, each is reached once. The verifier follows them
  /// where it folds the entities.
  static let chains = StoreCheck("chains", .derived) { _, verifier in
    try verifier.chains.get().counted("event")
  }
}
