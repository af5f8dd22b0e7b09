import DaybookInspector
import Testing

/// What stands between hostile text and a page.
struct HTMLTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\" onclick=\"x", "&quot; onclick=&quot;x"), ("' x='", "&#39; x=&#39;"),
    ("a & b", "a &amp; b"),
    ("line\nfeed", "line↵feed"), ("\u{202E}evil", "\\u{202E}evil"), ("\u{0}", "\\u{0}"),
    ("no\u{200B}thing", "no\\u{200B}thing"), ("👩\u{200D}👧", "👩\u{200D}👧"),
  ])
  func `text stays text`(_ text: String, _ written: String) {
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(html.text == "<p title=\"\(written)\">\(written)</p>")
  }

  @Test func `pieces of pages are not escaped again`() {
    let piece: HTML = "<b>\("a<b")</b>"
    let html: HTML = "<p>\(piece)\([piece, piece]) \(3)</p>"
    #expect(html.text == "<p><b>a&lt;b</b><b>a&lt;b</b><b>a&lt;b</b> 3</p>")
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("ä", "%C3%A4"), ("x&y=z", "x%26y%3Dz"), ("\"><", "%22%3E%3C"),
  ])
  func `a value of an address is written as bytes`(_ value: String, _ written: String) {
    let link = PageLink("log", ("q", value), ("none", nil))
    #expect(link.address == "log?q=\(written)")
    #expect(InspectorQuery("q=\(written)")["q"] == value)
  }

  @Test(arguments: ["%", "%2", "%zz", "%+1", "%ff", "=", "&&&", "a=%C3"])
  func `an address that nobody wrote has no value`(_ text: String) {
    #expect(InspectorQuery("q=\(text)")["q"] == (text == "=" ? "=" : nil))
  }
}
