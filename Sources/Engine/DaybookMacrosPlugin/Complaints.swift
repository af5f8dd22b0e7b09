#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What is wrong with the source, gathered while it is read, so that the compiler shows all of it
/// at once.
struct Complaints {
  private var diagnostics: [Diagnostic] = []

  /// Says what is wrong at `node` and what to do, and for a clash where the `first` one is.
  mutating func add(_ sentence: String, at node: some SyntaxProtocol, first: Syntax? = nil) {
    let notes = first.map {
      [Note(node: $0, message: MacroExpansionNoteMessage("the first one is here"))]
    }
    diagnostics.append(
      Diagnostic(
        node: node, message: MacroExpansionErrorMessage(sentence), notes: notes ?? []))
  }

  /// Throws what there is.
  func check() throws {
    if !diagnostics.isEmpty { throw DiagnosticsError(diagnostics: diagnostics) }
  }
}

#endif
