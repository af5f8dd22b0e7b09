extension Environment {
  /// Makes the name of a file in `directory`, and that of the directory, last over a power cut.
  package static func keepName(in directory: String) throws(LMDBError) {
    try NewDataFile.keepName(in: directory)
  }

  /// Returns when the data file in `directory`, which nobody writes, is on disk.
  package static func flush(in directory: String) throws(LMDBError) {
    try DriveFlush.flush(directory + "/data.mdb")
  }
}
