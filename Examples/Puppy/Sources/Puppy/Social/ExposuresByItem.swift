import Daybook

/// How often the puppy met each thing.
public struct ExposuresByItem: Totals {
  public static let name = "puppy.exposuresByItem"

  public static func group(_ exposure: Stamped<Kept<Exposure>>) -> KeyText? {
    KeyText(exposure.value.item)
  }

  public static func amount(_ exposure: Stamped<Kept<Exposure>>) -> Int64 { 0 }
}
