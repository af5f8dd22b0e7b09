public import Daybook

/// A prediction that another app made, as that app told it.
///
/// One for each baby and type. `PredictionModel` makes predictions of its own from the entries, and
/// reads none of these.
public struct ToldPrediction: RecordValue, Hashable {
  public static let recordName = "toldPrediction"
  public static let propertyNames = [2: "baby", 3: "type", 4: "time", 5: "text"]

  /// Source: made at random, once.
  private static let namespace = UUID(
    uuid: (171, 22, 94, 203, 8, 116, 75, 30, 142, 61, 250, 9, 183, 44, 87, 219))

  /// The baby; nil where the app names none.
  public var baby: UUID?
  /// What is predicted, in the app's own word, such as `next_feed`.
  public var type = ""
  /// When it is expected, bit for bit as told.
  public var time: Date?
  /// The whole prediction as JSON, for the way back into the app.
  public var text = ""

  /// Nothing, for reading.
  public init() {}

  /// Makes one of its parts.
  public init(baby: UUID?, type: String, time: Date?, text: String) {
    self.baby = baby
    self.type = type
    self.time = time
    self.text = text
  }

  /// The identifier of the prediction of a type for a baby.
  public static func entityID(of baby: UUID?, _ type: String) -> UUID {
    UUID(name: "\(baby?.uuidString ?? "")/\(type)", in: namespace)
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &baby)
    try field(3, &type)
    try field(4, &time)
    try field(5, &text)
  }
}
