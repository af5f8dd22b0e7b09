import DaybookRemoteFolders
import Foundation

extension RemoteMemory {
  private static let namesOfPage = 3

  /// A page of a bucket's list.
  func bucketPage(
    _ query: [URLQueryItem], _ files: [String: [UInt8]], _ state: State
  ) -> FolderResponse {
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    let root = "bucket/"
    let prefix = root + (value("prefix") ?? "")
    let after = value("continuation-token") ?? value("start-after") ?? ""
    var (contents, folders): (String, Set<String>) = ("", [])
    var (count, last, isCut) = (0, "", false)
    for (key, bytes) in files.sorted(by: { $0.key < $1.key })
    where key.hasPrefix(prefix) && key.dropFirst(root.count) > after {
      let rest = key.dropFirst(prefix.count)
      let slash = value("delimiter").flatMap { rest.firstIndex(of: Character($0)) }
      let folder = slash.map { "\(prefix.dropFirst(root.count))\(rest[...$0])" }
      // A page that ends with a folder goes on after all that is in it.
      if let folder, after.hasPrefix(folder) || folders.contains(folder) { continue }
      if count == Self.namesOfPage {
        isCut = true
        break
      }
      if let folder {
        folders.insert(folder)
        last = "\(folder)\u{10FFFF}"
      } else {
        last = String(key.dropFirst(root.count))
        contents += """
          <Contents><Key>\(last)</Key><ETag>\(Self.tag(key, state))</ETag>\
          <Size>\(bytes.count)</Size></Contents>
          """
      }
      count += 1
    }
    let common = folders.sorted().map { "<CommonPrefixes><Prefix>\($0)</Prefix></CommonPrefixes>" }
    let next =
      isCut
      ? "<IsTruncated>true</IsTruncated><NextContinuationToken>\(last)</NextContinuationToken>"
      : "<IsTruncated>false</IsTruncated>"
    return FolderResponse(
      status: 200,
      body: Array(
        ("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" + next + contents
          + common.joined() + "</ListBucketResult>").utf8))
  }

  /// What a server says of a folder.
  func serverPage(
    _ path: String, _ files: [String: [UInt8]], _ state: State
  ) -> FolderResponse {
    guard state.folders.contains(path) else { return FolderResponse(status: 404) }
    func isIn(_ other: String) -> Bool {
      other.hasPrefix(path + "/") && !other.dropFirst(path.count + 1).contains("/")
    }
    let folders = ([path] + state.folders.filter(isIn)).map { folder in
      """
      <D:response><D:href>/\(folder)/</D:href><D:propstat><D:prop><D:resourcetype>\
      <D:collection/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status>\
      </D:propstat></D:response>
      """
    }
    let plain = files.filter { isIn($0.key) }.map { key, bytes in
      """
      <D:response><D:href>/\(key)</D:href><D:propstat><D:prop><D:resourcetype/>\
      <D:getcontentlength>\(bytes.count)</D:getcontentlength>\
      <D:getetag>\(Self.tag(key, state))</D:getetag></D:prop>\
      <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
      """
    }
    let body =
      "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">" + folders.joined() + plain.joined()
      + "</D:multistatus>"
    return FolderResponse(status: 207, body: Array(body.utf8))
  }
}
