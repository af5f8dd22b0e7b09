import Daybook
import Foundation
import Testing

/// JSON as a tree, which loses nothing.
struct JSONValueTests {
  private func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }

  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "18446744073709551615", "9007199254740993",
    "0.1", "0.10", "-0", "-0.0", "1e400", "1E+2", "123456789.123456789123456789",
    #""""#, #""é\"\\/""#, #""😀""#, #""\u0000\u001f""#, #"[1,[2,[]],{}]"#,
    #"{"a":null,"b":[true,false]}"#,
  ])
  func `what is read is written again`(_ json: String) throws {
    #expect(text(try parse(json)) == json)
  }

  @Test func `spaces go, names are put in order, escapes become characters`() throws {
    #expect(text(try parse(" { \"b\" : 1 ,\n\t\"a\" : [ ] }\r\n")) == #"{"a":[],"b":1}"#)
    #expect(try parse(#""\u00e9\ud83d\uDE00\n\/\b\f\r\t""#) == "é😀\n/\u{8}\u{C}\r\t")
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
    "{\"a\":1,\"a\":2}", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "nul", "truth",
    "tru", "\"", "\"\\", "\"\\u12\"", "\"\\u+123\"", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
    "\"\\udc00\"", "\"\n\"", "1 2", "{} []",
  ])
  func `what is no JSON is refused`(_ json: String) {
    #expect(throws: JSONValue.SyntaxError.self) { try parse(json) }
  }

  @Test func `bytes that are no text are refused, with their place`() {
    let error = #expect(throws: JSONValue.SyntaxError.self) {
      try JSONValue(parsing: Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8))
    }
    #expect(error?.offset == 5)
    #expect(error?.description == "no JSON value: at byte 5 the text is not UTF-8")
  }

  @Test func `values are nested 512 deep and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(text(try parse(nested(512))) == nested(512))
    #expect(throws: JSONValue.SyntaxError.self) { try parse(nested(513)) }
    #expect(throws: JSONValue.SyntaxError.self) {
      try parse(String(repeating: "{\"a\":", count: 1_000_000))
    }
  }

  @Test func `what Foundation encodes comes back to it`() throws {
    struct Sample: Codable, Equatable {
      var big = Int64.max
      var unsigned = UInt64.max
      var decimal = Decimal(string: "12345678901234567890.12345")
      var double = 0.1 + 0.2
      var text = "\u{0}\u{1F}\"\\/\u{7F}é😀\u{2028}"
      var names = ["": 1, "é": 2, "\"": 3]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value = try JSONValue(parsing: [UInt8](encoder.encode(Sample())))
    #expect(try JSONDecoder().decode(Sample.self, from: Data(value.bytes)) == Sample())
    #expect(value["big"]?.int == .max)
    #expect(value["unsigned"]?.int == nil)
    #expect(value["double"]?.double == 0.1 + 0.2)
  }

  @Test(arguments: [
    ("2.0", 2), ("1e3", 1000), ("12300e-2", 123), ("-0.0", 0), ("1.5e1", 15), ("-1.20E+2", -120),
    ("0e99", 0), ("1.00000000000000000001", nil), ("9007199254740991.4", nil),
    ("0.9999999999999999999999", nil), ("1e-400", nil), ("12301e-2", nil), ("1e999999999999", nil),
  ])
  func `a whole number is one exactly`(text: String, whole: Int64?) {
    #expect(JSONValue.Number(text: text)?.int == whole)
  }

  @Test func `names are set, renamed and taken out`() throws {
    var value = try parse(#"{"bought":{"title":"rice"}}"#)
    value["bought"]?.rename("title", to: "name")
    value["bought"]?["amount"] = 1
    value["bought"]?["price"] = .null
    value["eaten"]?["amount"] = 1
    #expect(text(value) == #"{"bought":{"amount":1,"name":"rice","price":null}}"#)
    value["bought"]?["price"] = nil
    value.rename("bought", to: "got")
    value.rename("absent", to: "got")
    #expect(value == ["got": ["amount": 1, "name": "rice"]])
    value["got"]?["name"]?["deeper"] = true
    #expect(value["got"]?["name"]?.string == "rice")
    #expect(value["got"]?["none"] == nil)
  }

  @Test func `values are read by their kinds`() throws {
    let value = try parse(#"{"n":1.5,"w":2.0,"b":true,"s":"x","a":[1],"big":1e400}"#)
    #expect(value["n"]?.double == 1.5 && value["n"]?.int == nil)
    #expect(value["w"]?.int == 2 && value["big"]?.double == nil && value["big"]?.int == nil)
    #expect(value["b"]?.bool == true && value["b"]?.string == nil)
    #expect(value["a"]?.array == [1] && value["a"]?.object == nil)
    #expect(value.object?.count == 6)
    #expect(JSONValue(.nan) == "NaN" && JSONValue(-.infinity) == "-Infinity")
    #expect(JSONValue.Number(text: "1.") == nil && JSONValue.Number(text: "-1e9")?.double == -1e9)
  }
}
