#pragma once

#include <stdint.h>

/// What programs did to the files of one directory, and what they said meanwhile, in order.
///
/// Preloaded into a program (LD_PRELOAD), the library appends these records to the file that
/// DAYBOOK_RECORD names, for the files in the directory that DAYBOOK_RECORD_OF names. Several processes
/// may share the record. Each record is this header and `length` bytes. Linux only; elsewhere the
/// library is empty.
struct file_record {
  /// `RECORD_MARK`, by which the next record is found after one that a killed process wrote in part.
  uint64_t mark;
  /// One of the kinds below.
  uint8_t kind;
  /// The file, as this process numbers them from 1; 0 is the directory itself.
  uint8_t file;
  /// The low bytes of the process's number.
  uint16_t process;
  uint32_t length;
  /// `RECORD_LINK`: the file's inode. `RECORD_WRITE`: where in the file. The ends: which record of this
  /// process began it, counted from 0.
  uint64_t number;
};

#define RECORD_MARK 0x7BD1C2A94E6F8053u

enum {
  /// A name was given to the file; the bytes are the name.
  RECORD_LINK = 1,
  /// A name was taken away; the bytes are the name.
  RECORD_UNLINK,
  /// The bytes are about to be written.
  RECORD_WRITE,
  /// A flush of the file begins.
  RECORD_FLUSH,
  /// The flush has returned: what was written before it began is on disk.
  RECORD_FLUSHED,
  /// A write to a file opened with O_DSYNC has returned: its own bytes are on disk.
  RECORD_WRITTEN,
  /// Written to standard output; the bytes are the text.
  RECORD_SAID,
  /// As `RECORD_FLUSHED`, by `fsync`, which LMDB does not call on Linux.
  RECORD_WHOLLY_FLUSHED,
};
