import Testing

/// Expects that a process has said something before it ended.
func expectSaid(
  _ words: String, by result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
) {
  let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(said.contains(words), "\(said)", sourceLocation: sourceLocation)
}
