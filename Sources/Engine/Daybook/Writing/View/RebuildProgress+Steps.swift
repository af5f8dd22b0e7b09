extension RebuildProgress {
  /// What a step has reached; `entities` is how many the call has taken by now.
  init(_ projection: String, _ step: RebuildTaken, _ entities: Int) {
    self.init(
      projection: projection, entities: entities, done: step.done, total: step.total,
      hasEnded: step.hasEnded)
  }

  init(_ projection: String, _ step: Rebuild.Taken, _ entities: Int) {
    self.init(projection, step.counts, entities)
  }
}
