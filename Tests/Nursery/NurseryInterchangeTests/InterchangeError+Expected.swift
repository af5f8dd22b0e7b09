import Interchange
import Testing

/// Expects that a call throws an error with a code.
@discardableResult
func expectError<R>(
  _ code: InterchangeError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> R
) -> InterchangeError? {
  let error = #expect(throws: InterchangeError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
  return error
}
