import DaybookMacros

@Payload
struct Thing: Entity {
  static let kind = "refused.thing"
  @Field(1) var name = ""
  static func fold(_ state: inout Thing?, _ event: ThingEvent) {}
}

@Events
enum ThingEvent {
  @Named("refused.made") case made(Thing)
}

@Events
enum WithoutName {
  @Named("refused.made") case made(Thing)
  case removed  // refused: “removed” has no stored name: write @Named("…") before it
}

@Events
enum TwiceTheSameName {
  @Named("refused.made") case made(Thing)
  @Named("refused.made", version: 2) case removed  // refused: “refused.made” is given twice
}

let name = "refused.made"
let two = 2

@Events
enum StrangeNames {
  @Named(name) case a  // refused: write the name itself, as one text
  @Named("refused.\(two)") case b  // refused: write the name itself, as one text
  @Named("") case c  // refused: a stored name has from 1 to 200 bytes
  @Named("refused.d", version: two) case d  // refused: write the version itself, from 1 on
  @Named("refused.e", version: 0) case e  // refused: write the version itself, from 1 on
  @Named("refused.f") case f, g  // refused: declare each case by itself
}

@Events
enum StrangeValues {
  @Named("refused.a") case a(Int, Int)  // refused: give each its number, such as fields: 1, 2
  @Named("refused.b", fields: 1, 1) case b(Int, Int)  // refused: the number 1 is given twice
  @Named("refused.c", fields: 1) case c  // refused: “c” carries nothing: leave out fields
  @Named("refused.d") case d(Int = 1)  // refused: a value with a default is a field
  @Named("refused.e") case e(Float)  // refused: “e” cannot carry Float: store a Double
  @Named("refused.f", fields: 1) case f(Int, Int)  // refused: “f” carries 2 values
}

@Events
enum NoCases {}  // refused: an enum of events needs at least one case

@Events  // refused: @Events is for an enum
struct NoEnum {}

enum NoEvents {
  @Named("refused.a") case a  // refused: write @Events before the enum
}
