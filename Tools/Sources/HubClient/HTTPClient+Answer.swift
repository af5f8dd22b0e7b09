internal import AsyncHTTPClient
internal import NIOCore

extension HTTPClient {
  /// The whole answer to a request.
  ///
  /// - Throws: `NIOTooManyBytesError` for a body of more bytes than `limit`; what keeps the answer
  ///   from coming.
  func answer(
    _ request: HTTPClientRequest, within patience: Duration, upTo limit: Int
  ) async throws -> (head: HTTPClientResponse, body: [UInt8]) {
    let response = try await execute(
      request, timeout: .nanoseconds(Int64(patience / .nanoseconds(1))))
    let body = try await response.body.collect(upTo: limit)
    return (response, Array(body.readableBytesView))
  }
}
