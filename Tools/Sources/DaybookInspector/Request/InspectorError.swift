/// Why there is no such page.
public struct InspectorError: Error, Sendable, CustomStringConvertible {
  /// The status of HTTP.
  public let status: Int
  /// What is wrong, for people.
  public let description: String

  /// Somebody asks for what makes no sense.
  public static func bad(_ description: String) -> InspectorError {
    InspectorError(status: 400, description: description)
  }

  /// Somebody asks for what is not there.
  public static func missing(_ description: String) -> InspectorError {
    InspectorError(status: 404, description: description)
  }

  /// Somebody may not do that here.
  public static func refused(_ description: String) -> InspectorError {
    InspectorError(status: 403, description: description)
  }
}
