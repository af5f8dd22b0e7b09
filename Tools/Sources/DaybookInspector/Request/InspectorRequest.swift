/// What a browser asks for, as far as pages depend on it.
public struct InspectorRequest: Sendable {
  /// What is to happen.
  public enum Method: Sendable {
    /// Look; changes nothing.
    case get
    /// Send a form.
    case post
  }

  /// What is to happen.
  public let method: Method
  /// The page, such as `log`; empty for the first one.
  public let page: String
  /// What the address says after its question mark.
  public let query: InspectorQuery
  /// What a form says.
  public let form: InspectorQuery

  /// A request.
  ///
  /// - Parameters:
  ///   - query: as it stands in the address.
  ///   - form: the body of a form, of the type `application/x-www-form-urlencoded`.
  public init(_ method: Method = .get, _ page: String, query: String = "", form: String = "") {
    (self.method, self.page) = (method, page)
    (self.query, self.form) = (InspectorQuery(query), InspectorQuery(form))
  }
}
