import Daybook
import Testing

/// Expects that a call throws an error with a code.
@discardableResult
func expectError<R>(
  _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> R
) -> StoreError? {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { _ = try body() }
  #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
  return error
}
