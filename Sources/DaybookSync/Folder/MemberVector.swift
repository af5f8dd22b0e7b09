#if Sync
  internal import Daybook

  /// The file in which a member says what it has: a sealed greeting.
  enum MemberVector {
    static func bytes(of hello: Hello) -> [UInt8] { SealedFile.seal(.vector, hello.bytes) }

    /// - Throws: `SyncError.malformed`, which says why it is none.
    static func hello(_ bytes: [UInt8]) throws -> Hello {
      try Hello(bytes: SealedFile.open(.vector, bytes))
    }
  }
#endif
