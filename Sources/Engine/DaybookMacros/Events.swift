#if Macros

/// Writes `EntityEvent` for an enum whose cases have stored names.
///
/// ```swift
/// @Events enum GroceryEvent {
///   @Named("groceries.added") case added(Grocery)
///   @Named("groceries.renamed") case renamed(String)
///   @Named("groceries.moved", fields: 1, 2) case moved(aisle: String, shelf: Int?)
///   @Named("groceries.removed") case removed
/// }
/// ```
/// The payload of a case that carries one `PayloadCodable` is that value; one other value is in
/// field 1; several values have the numbers that `fields` gives them. Optionals, arrays and default
/// values are as those of ``Payload()``. Declare `upcasters` in the enum for what older versions
/// wrote.
///
/// A case without a name, a name that is there twice, and a value without a number do not compile.
@attached(
  extension, conformances: EntityEvent, names: named(types), named(typeIndex),
  named(encode(into:)), named(decode(_:from:)))
public macro Events() =
  #externalMacro(module: "DaybookMacrosPlugin", type: "EventsMacro")

/// The stored name of a case of ``Events()``, the version of its payload, and the numbers of its
/// values.
///
/// All of them reach the disk: choose the name once, never derive it from the name of the case, and
/// raise the version only together with an upcaster.
@attached(peer)
public macro Named(_ name: String, version: Int = 1, fields: Int...) =
  #externalMacro(module: "DaybookMacrosPlugin", type: "NamedMacro")

#endif
