import DaybookMacros

@Payload
struct WithoutNumber {
  @Field(1) var name: String
  var aisle: String?  // refused: “aisle” has no number: write @Field(n) before it
}

@Payload
struct TwiceTheSame {
  @Field(1) var name: String
  @Field(1) var aisle: String?  // refused: the number 1 is given twice
}

let one = 1

@Payload
struct StrangeNumbers {
  @Field(one) var name: String  // refused: write the number itself, such as 1
  @Field(0) var aisle: String?  // refused: 0 cannot be the number of a field
  @Field(19_500) var shelf: Int  // refused: 19500 cannot be the number of a field
  @Field(536_870_912) var row: Int  // refused: 536870912 cannot be the number of a field
}

@Payload
struct StrangeProperties {
  @Field(1) var a: Int, b: Int  // refused: declare each stored property by itself
  @Field(2) lazy var c = 1  // refused: “c” is lazy
  @Field(3) let d = 2  // refused: “d” always has this value
  @Field(4) var e: Int { 1 }  // refused: only a stored property of an instance is a field
  @Field(5) static let f = 1  // refused: only a stored property of an instance is a field
  @Field(6) var g = UUID()  // refused: UUID() is another value at each reading
  @Field(7) var h: Date = .now  // refused: .now is another value at each reading
  @Field(8) var (i, j) = (1, 2)  // refused: declare each stored property by itself
}

@Payload
struct StrangeTypes {
  @Field(1) var a: Float  // refused: “a” cannot be a field as Float: store a Double
  @Field(2) var b: [String: Int]  // refused: store an array of a @Payload with key and value
  @Field(3) var c: Set<String>  // refused: store an array, in an order that you choose
  @Field(4) var d: (Int, Int)  // refused: a tuple cannot be stored: make it a @Payload
  @Field(5) var e: [String]?  // refused: no array and an empty one are the same
  @Field(6) var f: [UInt8]  // refused: bytes are a Data
  @Field(7) var g: Int??  // refused: an absent field is nil once
  @Field(8) var h: Int!  // refused: write ? instead of !
  @Field(9) var i: [[Int]]  // refused: put each into a @Payload of its own
  @Field(10) var j: any Sendable  // refused: a payload does not say what type it has
  @Field(11) var k: () -> Void  // refused: a function cannot be stored
  @Field(12) var l: [Character]  // refused: store a String
  @Field(13) var m: Optional<Set<Int>>  // refused: store an array, in an order that you choose
}

struct Unknown: Sendable {}

@Payload
struct UnknownType {
  @Field(1) var unknown: Unknown
}  // refused: requires that 'Unknown' conform to 'PayloadValue'

@Payload  // refused: @Payload is for a struct
enum NoStruct {
  case a
}

@Payload
public struct WithoutType {
  @Field(1) public var shelf = Int.max  // refused: write the type of “shelf”
}

struct NoPayload {
  @Field(1) var name: String  // refused: write @Payload before the struct
}

@Payload
struct StrangeBeginnings {
  @Field(1) var a: [String] = ["new"]  // refused: “a” cannot begin so: an array without elements
  @Field(2) var b: String? = "dry"  // refused: “b” cannot begin so: nil is not stored
  @Field(3) var c = ["new"]  // refused: “c” cannot begin so
  @Field(4) var d: [String] = []
  @Field(5) var e: String? = nil
  #if canImport(Foundation)
  @Field(6) var f = 1  // refused: what is stored is the same in every build
  #endif
}
