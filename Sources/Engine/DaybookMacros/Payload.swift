#if Macros

/// Writes `PayloadCodable` for a struct whose stored properties have numbers.
///
/// ```swift
/// @Payload struct Grocery: Entity {
///   @Field(1) var name: String
///   @Field(2) var aisle: String?
///   @Field(3) var isBought = false
/// }
/// ```
/// A property can have the type of any `PayloadValue`, be an optional of it or an array. What a
/// payload lacks becomes nil, an empty array, or the property's default value; without one, reading
/// throws `PayloadError.missing`. Fields of other numbers are passed over. The bytes are those of
/// `PayloadWriter.value` for each property in the order of declaration, and so is the cost.
///
/// A struct that is public, or of the package, gets a memberwise initialiser of the same access,
/// unless it declares an initialiser itself.
///
/// A property without a number, a number that is there twice, and a property that cannot be stored
/// do not compile.
@attached(
  extension, conformances: PayloadCodable, names: named(encode(into:)), named(init(from:)),
  named(fieldNames))
@attached(member, names: named(init))
public macro Payload() = #externalMacro(module: "DaybookMacrosPlugin", type: "PayloadMacro")

/// The number of a property in the stored form of a ``Payload()``.
///
/// It reaches the disk: never give it to something else, not even when its property is gone. From 1
/// to 536,870,911, without 19,000 to 19,999; up to 15 it takes one byte.
@attached(peer)
public macro Field(_ number: Int) =
  #externalMacro(module: "DaybookMacrosPlugin", type: "FieldMacro")

#endif
