import Daybook
import Foundation

/// A latitude or a longitude.
///
/// The app works with six decimals, some 11 centimetres. What a file told is kept beside that, so
/// that nothing is lost when a place was told more exactly.
public struct Coordinate: PayloadValue, FieldPayload, Hashable {
  /// Rounded to six decimals, halves away from zero.
  public private(set) var degrees = 0.0
  /// The number as the file has it; nil for a place that was taken in the app.
  public private(set) var text: String?

  public init() {}

  public init(_ degrees: Double, text: String? = nil) {
    self.degrees = (degrees * 1e6).rounded(.toNearestOrAwayFromZero) / 1e6
    self.text = text
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &degrees)
    try field(2, &text)
  }
}
