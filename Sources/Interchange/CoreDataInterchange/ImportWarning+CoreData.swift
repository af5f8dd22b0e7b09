#if CoreData
public import Interchange

extension ImportWarning {
  /// It refers to a row that is not there, and is kept without it.
  public static let danglingRelation = Self(rawValue: "danglingRelation")
  /// A value lies in a file of its own, beside the store; the row is kept without it.
  public static let externalData = Self(rawValue: "externalData")
  /// A value has so many bytes, such as a picture, that the row's text is kept without them.
  public static let largeData = Self(rawValue: "largeData")
}
#endif
