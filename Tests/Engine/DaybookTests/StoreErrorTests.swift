import LMDB
import Testing

@testable import Daybook

/// What the errors of the file say to do.
struct StoreErrorTests {
  /// The copy of a folder that may not be written may not be written either.
  @Test(arguments: [LMDBError.Code.accessDenied, .readOnlyFileSystem])
  func `who may not write a store is told how to look at a copy`(code: LMDBError.Code) {
    let error = StoreError(LMDBError(code: code, call: "mdb_env_open"), path: "/store")
    #expect(error.code == .readOnly)
    #expect(error.message.contains("copy its folder") && error.message.contains("chmod -R u+w"))
  }
}
