#if Macros

import SwiftParser
import SwiftSyntax

extension AttributeListSyntax {
  /// The attribute of that name.
  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.attributeName.as(IdentifierTypeSyntax.self)?.name.text == name
        || $0.attributeName.as(MemberTypeSyntax.self)?.name.text == name
    }
  }
}

extension AttributeSyntax {
  /// Its arguments.
  var list: [LabeledExprSyntax] {
    arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }
}

extension ExprSyntax {
  /// The integer that is written here; nil for anything but a literal.
  var integer: Int? { self.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue }

  /// The text that is written here; nil for anything but a literal.
  var text: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

#endif
