extension UInt8 {
  package static let quote = UInt8(ascii: "\"")
  package static let blank = UInt8(ascii: " ")
  package static let point = UInt8(ascii: ".")
  package static let comma = UInt8(ascii: ",")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
}
