/// Ends the process when something is not so that this code makes so, whatever a file, a peer or a
/// caller does: in debug builds, in which CI runs seeds of the simulator too. Elsewhere nothing is
/// evaluated.
@inlinable @inline(__always)
package func invariant(
  _ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  #if DEBUG
  if !condition() { fatalError(sentence(), file: file, line: line) }
  #endif
}

/// How many elements a container may have for all of them to be looked at after each change; of
/// more it looks at those that have changed.
@usableFromInline let fewToCheck = 64
