#if Macros

import SwiftSyntax
import SwiftSyntaxBuilder

/// The initialiser with a parameter for each stored property, which Swift gives only to its own
/// module.
enum MemberwiseInitializer {
  /// Nothing for a struct that Swift's own one is enough for, or that declares one.
  static func members(
    of declaration: some DeclGroupSyntax, _ access: Access
  ) -> [DeclSyntax] {
    let hasOwn = declaration.memberBlock.members.contains {
      $0.decl.is(InitializerDeclSyntax.self)
    }
    guard access != .internal, !hasOwn, declaration.is(StructDeclSyntax.self) else { return [] }
    // What is wrong with a property is said where the conformance is written.
    var ignored = Complaints()
    let properties = StoredProperty.all(of: declaration, &ignored)
    let parameters = properties.compactMap { property in
      property.knownType.map { type in
        let fallback = property.isSetBefore ? property.initial?.trimmedDescription ?? "nil" : nil
        return "\(property.name.text): \(type)" + (fallback.map { " = \($0)" } ?? "")
      }
    }
    guard parameters.count == properties.count else { return [] }
    let assignments = properties.map { "self.\($0.name.text) = \($0.name.text)" }
    return [
      """
      /// Makes a value of its parts.
      \(raw: access.prefix)init(\(raw: parameters.joined(separator: ", "))) {
        \(raw: assignments.joined(separator: "\n  "))
      }
      """
    ]
  }
}

#endif
