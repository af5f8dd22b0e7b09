#if Macros

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler runs to expand the macros.
@main
struct DaybookMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    EventsMacro.self, FieldMacro.self, KeyMacro.self, NamedMacro.self, PayloadMacro.self,
  ]
}

#else

/// Without the trait there are no macros, and nobody runs this.
@main
enum DaybookMacrosPlugin {
  static func main() {}
}

#endif
