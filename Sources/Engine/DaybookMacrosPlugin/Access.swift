#if Macros

import SwiftSyntax
import SwiftSyntaxMacros

/// How far a declaration reaches, as far as what is written for it must say so.
enum Access: String {
  case `public`, package, `internal`

  init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
    for modifiers in [declaration.modifiers, enclosing].compactMap({ $0 }) {
      let names = modifiers.map(\.name.text)
      if let name = names.first(where: { ["public", "package"].contains($0) }) {
        self = name == "public" ? .public : .package
        return
      }
      if !Set(names).isDisjoint(with: ["internal", "fileprivate", "private"]) { break }
    }
    self = .internal
  }

  /// What is written before a member.
  var prefix: String { self == .internal ? "" : "\(rawValue) " }
}

#endif
