import Nursery
import Testing

struct HashtagsTests {
  @Test(arguments: [
    ("Good morning feed #tired", ["tired"]),
    ("#A #a #B", ["A", "B"]),
    ("##x", ["x"]),
    ("#BrandA,#BrandB", ["BrandA", "BrandB"]), ("(#ok)", ["ok"]),
    ("#a-b", ["a"]), ("#a#b", ["a"]), ("#naïve.test", ["naïve"]),
    ("#가나다 #수유_1", ["가나다", "수유_1"]), ("#日本語タグ、#次", ["日本語タグ", "次"]),
    ("#ünïcode", ["ünïcode"]), ("#e\u{301}t\u{301}", ["e"]), ("#co\u{302}te", ["co"]),
    ("#नमस्ते", ["नमस"]),
    ("#½ #²", ["½", "²"]), ("#١٢", ["١٢"]), ("#1\u{FE0F}\u{20E3}", ["1"]),
    ("🍼#milk", ["milk"]), ("’#q", ["q"]), ("#_", ["_"]), ("#½#x", ["½", "x"]),
  ])
  func `tags are found`(memo: String, tags: [String]) {
    #expect(Hashtags.all(in: memo) == tags)
  }

  @Test(arguments: [
    "a#b", "1#x", "_#no", "\u{E9}#x", "e\u{301}#x", "한글#태그", "\u{200D}#z", "#", "# x", "#👶", "",
  ])
  func `what is no tag is not found`(memo: String) {
    #expect(Hashtags.all(in: memo) == [])
  }

  @Test func `no memo has no tags`() {
    #expect(Hashtags.all(in: nil) == [])
  }
}
