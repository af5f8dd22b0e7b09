internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Why no answer came, in words for people: without the address, and without what was sent.
struct WebFailure: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The answer has more bytes than the request takes.
  static let tooLarge = WebFailure("the answer is longer than it can be")
  static let cut = WebFailure("the connection broke off in the middle of the answer")
  static let late = WebFailure("no answer came in time")
  static let none = WebFailure("there was no answer")
  /// Another certificate than the one that belongs to the server.
  static let foreign = WebFailure("another certificate is there than the server's own")

  /// What the system says.
  init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .timedOut: self = .late
    case .cannotConnectToHost: self.init("nobody takes connections there")
    case .networkConnectionLost: self = .cut
    case .notConnectedToInternet: self.init("this device has no network")
    case .cannotFindHost, .dnsLookupFailed: self.init("nobody knows that name")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      self.init("its certificate is not trusted here")
    default: self.init("the system says error \((error as NSError).code)")
    }
  }
}
