/// The same random numbers in every run (Knuth's MMIX generator).
public struct Lottery {
  private var state: UInt64 = 7

  public init() {}

  /// A number from 0 to below `limit`.
  public mutating func draw(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
