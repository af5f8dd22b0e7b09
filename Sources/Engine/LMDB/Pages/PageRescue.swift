/// Reads the rows of a damaged file from its pages, without the map and without LMDB, which would
/// die of them: every sound leaf gives its rows, whatever is damaged beside it.
///
/// Nothing is checked but that rows lie within their pages. Whoever takes them looks at their
/// checksums.
public final class PageRescue {
  /// What is called with each row: the name of its table, nil when that is not known; key and
  /// value.
  public typealias Body = (
    _ table: String?, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws -> Void

  /// A damaged page, or row.
  public struct Damage: Sendable, Equatable {
    /// The table that led to it; nil for the table of tables and the roots.
    public let table: String?
    /// One clause that names the page.
    public let text: String
  }

  /// What could not be read, so far.
  public private(set) var damages: [Damage] = []

  private let descriptor: Int32
  private let file: PageFile
  private let root: UInt64?
  /// The pages that the trees lead to and that are sound.
  private var seen: PageSet

  /// Opens the data file in `directory`.
  ///
  /// - Parameter known: what LMDB keeps in the root to read from; nil for the newest of the file.
  /// - Throws: `LMDBError` when there is none, or it cannot be read.
  public init(directory: String, root known: [UInt8]? = nil) throws(LMDBError) {
    let given = known.map { $0.withUnsafeBytes { RootPages.Fields($0) } }
    let path = directory + "/data.mdb"
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LMDBError(code: .noSuchFile, call: "open", detail: "\(path) (errno \(errno))")
    }
    var found: Damage?
    var roots: RootPages?
    do throws(PageFault) {
      roots = try RootPages(descriptor)
      if roots == nil { throw PageFault("its root pages are damaged") }
    } catch {
      found = Damage(table: nil, text: error.text)
    }
    do throws(PageFault) {
      let size =
        roots?.pageSize ?? given.map { Int($0.freeList.pad) } ?? Int(sysconf(Int32(_SC_PAGESIZE)))
      file = try PageFile(descriptor, pageSize: size)
      do throws(PageFault) { try roots?.check(file) } catch {
        found = Damage(table: nil, text: error.text)
      }
    } catch {
      close(descriptor)
      throw LMDBError(code: .corrupted, call: "open", detail: "\(path): \(error.text)")
    }
    root = (given ?? roots.map { $0.fields($0.newest) })?.main.root
    seen = PageSet(last: file.count)
    if let found { damages.append(found) }
  }

  deinit { close(descriptor) }

  /// Gives the rows that the trees lead to, past every damaged page; those of LMDB's own table that
  /// are no tables under the name "".
  ///
  /// - Parameter isKnown: whether a table's name is one that the file may have; what lies in
  ///   others, whose names were damaged, is left to `strays`.
  public func rows(where isKnown: (String) -> Bool = { _ in true }, _ body: Body) throws {
    guard let root, root != TableHeader.noPage else { return }
    var tables: [(name: String, root: UInt64)] = []
    try descend(root, nil) { row, page in
      guard row.flags == PageView.Row.table else { return try give(row, page, "", body) }
      guard row.size == TableHeader.size else { return }
      let header = TableHeader(row.data, at: 0)
      if header.root == TableHeader.noPage { return }
      let name = String(decoding: row.key, as: UTF8.self)
      guard isKnown(name) else {
        damages.append(Damage(table: nil, text: "it has a table \(name)"))
        return
      }
      tables.append((name, header.root))
    }
    for (name, root) in tables {
      try descend(root, name) { row, page in try give(row, page, name, body) }
    }
  }

  /// Gives the rows of the leaves to which no tree leads: those below a damaged branch, those that
  /// lie in the place of another page, and older versions of what is damaged.
  ///
  /// Only after `rows`. What was deleted or never committed may be among them.
  public func strays(_ body: Body) throws {
    let page = Page(file.pageSize)
    for number in 0..<file.count where !seen.contains(number) {
      guard (try? file.read(number, into: page.bytes)) != nil else { continue }
      let own = UnsafeRawBufferPointer(page.bytes).loadUnaligned(as: UInt64.self)
      let bytes = UnsafeRawBufferPointer(page.bytes)
      guard let view = try? PageView(bytes, own, flags: PageView.leaf) else { continue }
      for index in 0..<view.count {
        guard let row = try? view.row(index) else { continue }
        try give(row, number, nil, body)
      }
    }
  }

  /// Whether a tree leads to a page; only after `rows`.
  public func isInUse(_ page: UInt64) -> Bool { page < file.count && seen.contains(page) }

  // MARK: Trees

  /// Calls `body` with the rows of every sound leaf below a page, and its number.
  private func descend(
    _ top: UInt64, _ table: String?, _ body: (PageView.Row, UInt64) throws -> Void
  ) throws {
    let page = Page(file.pageSize)
    var rest = [top]
    while let number = rest.popLast() {
      var rows: [PageView.Row] = []
      do throws(PageFault) {
        guard number >= 2, number < file.count else {
          throw PageFault("page \(number) is missing")
        }
        _ = try file.read(number, into: page.bytes)
        let bytes = UnsafeRawBufferPointer(page.bytes)
        let flags = bytes.loadUnaligned(fromByteOffset: 10, as: UInt16.self)
        let isBranch = flags == PageView.branch
        let view = try PageView(
          bytes, number, flags: isBranch ? PageView.branch : PageView.leaf)
        guard seen.insert(number) else { throw PageFault("page \(number) is used twice") }
        if isBranch {
          for index in (0..<view.count).reversed() { rest.append(try view.child(index).page) }
        } else {
          rows = self.rows(of: view, table)
        }
      } catch {
        damages.append(Damage(table: table, text: error.text))
      }
      for row in rows { try body(row, number) }
    }
  }

  /// The rows of a leaf that lie within it.
  private func rows(of page: PageView, _ table: String?) -> [PageView.Row] {
    var rows: [PageView.Row] = []
    for index in 0..<page.count {
      do throws(PageFault) { rows.append(try page.row(index)) } catch {
        damages.append(Damage(table: table, text: error.text))
      }
    }
    return rows
  }

  /// Calls `body` with a row, whose value may lie in pages of its own.
  private func give(
    _ row: PageView.Row, _ page: UInt64, _ table: String?, _ body: Body
  ) throws {
    if row.flags == 0 { return try body(table, row.key, row.data) }
    guard row.flags == PageView.Row.long else { return }
    var value: [UInt8]?
    do throws(PageFault) { value = try long(row) } catch {
      if table != nil { damages.append(Damage(table: table, text: error.text)) }
    }
    if let value { try value.withUnsafeBytes { try body(table, row.key, $0) } }
  }

  /// A value in pages of its own.
  private func long(_ row: PageView.Row) throws(PageFault) -> [UInt8] {
    let first = row.data.loadUnaligned(as: UInt64.self)
    let count = UInt64((PageView.headerSize - 1 + row.size) / file.pageSize + 1)
    let damaged = PageFault("the long value in page \(first) is damaged")
    guard first >= 2, first < file.count, count <= file.count - first else { throw damaged }
    let pages = Page(file.pageSize * Int(count))
    _ = try file.read(first, into: pages.bytes)
    guard pages.bytes.loadUnaligned(as: UInt64.self) == first,
      pages.bytes.loadUnaligned(fromByteOffset: 10, as: UInt16.self) == PageView.long
    else { throw damaged }
    return Array(pages.bytes[PageView.headerSize..<PageView.headerSize + row.size])
  }

  /// Memory for pages.
  private struct Page: ~Copyable {
    // Safety: freed by `deinit`; who holds the page holds the memory.
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

    deinit { bytes.deallocate() }
  }
}
