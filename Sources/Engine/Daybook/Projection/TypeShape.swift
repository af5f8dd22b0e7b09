/// What a fingerprint says of Swift types, so that rows of another type are not read as if they
/// were of this one.
///
/// Types are named without their module, because moving code must not build anything anew. Size and
/// alignment change with most changes of stored properties; they are known without a value, and
/// equal in debug and release builds. A change that keeps both, such as from seconds to minutes,
/// needs another revision.
@usableFromInline
enum TypeShape {
  /// The name and the layout of a type, for keys and rows: those of the standard library often
  /// stand alone, and `Int64` has the layout of `Double`.
  static func named<Value>(_ type: Value.Type) -> String {
    "\(name(of: type, withModule: false)) \(layout(of: type))"
  }

  /// The name of a type, as `String(reflecting:)` or `String(describing:)` gives it.
  ///
  /// Those look through the whole process for ways to print that no metatype has: a million
  /// instructions for each type, half of what opening a store took.
  static func name(of type: Any.Type, withModule: Bool) -> String {
    _typeName(type, qualified: withModule)
  }

  /// The layout of a type, for states: they are types of the app, which may be renamed.
  @usableFromInline
  static func layout<Value>(of type: Value.Type) -> String {
    "\(MemoryLayout<Value>.size)/\(MemoryLayout<Value>.alignment)"
  }
}

/// A table that tells the types of its keys and rows.
protocol ShapedTable {
  var shape: String { get }
}

extension ViewTable: ShapedTable {
  var shape: String { "\(TypeShape.named(Key.self)): \(TypeShape.named(Row.self))" }
}
