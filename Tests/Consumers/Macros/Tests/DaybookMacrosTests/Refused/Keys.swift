import DaybookMacros

@Key  // refused: a key has two to six parts, and this has 1
struct OnePart {
  var id: UUID
}

@Key
struct StrangeParts {
  let version = 1  // refused: “version” always has this value, so it is no part of a key
  var shelf = Int.max  // refused: write the type of “shelf”: it is part of the key
  var id: UUID
}

@Key  // refused: @Key is for a struct: an enum with raw values conforms to OrderedKey
enum NoStruct {
  case a
}

@Key
struct NoParts {
  var a: Double?  // refused: “a” cannot be part of a key as Double?: a part is an integer
  var b: [String]  // refused: “b” cannot be part of a key as [String]
  var c: Set<String>  // refused: “c” cannot be part of a key as Set<String>
}
