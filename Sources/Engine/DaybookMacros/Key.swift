#if Macros

/// Writes `CompositeKey` for a struct: its stored properties are the parts of the key, in their
/// order.
///
/// ```swift
/// @Key struct ShelfKey: Equatable {
///   var aisle: String
///   var shelf: Int
///   var id: UUID
/// }
/// ```
/// As `Key3<String, Int, UUID>`, with the same bytes and the same cost, but the parts have names.
/// From two to six of them. Their number, order and types are part of the table's schema: when they
/// change, raise the projection's revision.
///
/// A struct that is public, or of the package, gets a memberwise initialiser of the same access,
/// unless it declares an initialiser itself.
@attached(
  extension, conformances: CompositeKey, names: named(First), named(Rest), named(encode(into:)),
  named(init(from:)))
@attached(member, names: named(init))
public macro Key() = #externalMacro(module: "DaybookMacrosPlugin", type: "KeyMacro")

#endif
