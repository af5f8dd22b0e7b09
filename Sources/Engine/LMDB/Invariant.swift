/// Ends the process when something is not so that this code makes so, whatever a file, another
/// process or a caller does: in debug builds. The engine, which is above this target, has the same.
@inline(__always)
func invariant(
  _ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  #if DEBUG
  if !condition() { fatalError(sentence(), file: file, line: line) }
  #endif
}
