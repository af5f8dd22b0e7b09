#if canImport(Security)
internal import Crypto
internal import Foundation
internal import Security

// A hub signs its own certificate, which no authority vouches for. Its text names the SHA-256 of
// it. The handshake proves that the server has the key of the certificate; that it is the hub's,
// this shows. Name and dates mean nothing then: a hub is recognised wherever it is.
extension WebLoads {
  /// Asked at each handshake. The session has no method of its own for that, so the system asks the
  /// one of the task, whose request then ends with the right words.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let fingerprint
    else { return completionHandler(.performDefaultHandling, nil) }
    guard let trust = space.serverTrust, Self.fingerprint(of: trust) == fingerprint else {
      load(of: task)?.fail(WebFailure.foreign)
      return completionHandler(.cancelAuthenticationChallenge, nil)
    }
    completionHandler(.useCredential, URLCredential(trust: trust))
  }

  /// The SHA-256 of the server's certificate, the first one of its chain.
  private static func fingerprint(of trust: SecTrust) -> [UInt8]? {
    guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
      let certificate = chain.first
    else { return nil }
    return Array(SHA256.hash(data: SecCertificateCopyData(certificate) as Data))
  }
}
#endif
