/// When the journal has its checkpoints.
enum Checkpoints {
  /// Modes that end in `-often` have a small journal with one each, every few or every few dozen
  /// commits, and make the file whole after a moment; those of power cuts at least a small one, so
  /// that images are. Who appended once gives its pages up soon.
  static func limits(of mode: String, seed: UInt64) -> (area: Int, freed: Int, idle: Int)? {
    if mode.contains("often") {
      return (1 << 16, [1, 150_000, 600_000, 4 << 20][Int(seed % 4)], 3000)
    }
    // Where flushes are counted, a busy machine must not make the file whole in between.
    // One that is stopped must not have the lock for that.
    if ["durable", "change", "append-later"].contains(mode) {
      return (1 << 20, 4 << 20, 600_000_000)
    }
    if mode == "author" { return (1 << 20, 4 << 20, 3000) }
    return mode.hasPrefix("power-cut") ? (1 << 18, 4 << 20, 2_000_000) : nil
  }
}
