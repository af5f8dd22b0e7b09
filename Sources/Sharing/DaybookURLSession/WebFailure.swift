internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Why no answer came, in words for people: without the address, and without what was sent.
@_spi(Tools) public struct WebFailure: Error, Hashable, CustomStringConvertible {
  public let description: String
  /// Whether the same request may be answered later.
  public let isPassing: Bool

  init(_ description: String, isPassing: Bool = true) {
    (self.description, self.isPassing) = (description, isPassing)
  }

  static let noAddress = WebFailure("that is no address", isPassing: false)
  /// The answer has more bytes than the request takes.
  static let tooLarge = WebFailure("the answer is longer than it can be", isPassing: false)
  static let cut = WebFailure("the connection broke off in the middle of the answer")
  static let late = WebFailure("no answer came in time")
  static let none = WebFailure("there was no answer")
  /// Another certificate than the one that belongs to the server.
  static let foreign = WebFailure(
    "another certificate is there than the server's own", isPassing: false)

  /// What the system says.
  init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .timedOut: self = .late
    case .cannotConnectToHost: self.init("nobody takes connections there")
    case .networkConnectionLost: self = .cut
    case .notConnectedToInternet: self.init("this device has no network")
    case .cannotFindHost, .dnsLookupFailed: self.init("nobody knows that name", isPassing: false)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      self.init("its certificate is not trusted here", isPassing: false)
    default: self.init("the system says error \((error as NSError).code)")
    }
  }
}
