#pragma once

/// Lets calls on the files of one directory fail, as a disk that is full or fails lets them.
///
/// Preloaded into a program (LD_PRELOAD); Linux only, elsewhere the library is empty. Variables:
///
/// - DAYBOOK_FAULT_OF: the directory. Calls on other files are left alone.
/// - DAYBOOK_FAULT: `CALL K TIMES ERROR PAGES`, for example `flush 3 ever ENOSPC drop`.
///   - CALL: `write` (write, writev, pwrite, pwritev), `flush` (fsync, fdatasync, and what O_DSYNC flushes
///     after a write), `truncate`, `open` (open, openat, opendir, mkdir), `rename` (rename, link), `remove`
///     (unlink, rmdir), `mode` (chmod, fchmod) or `read` (read, pread).
///   - K: the K-th call of that sort fails, counted from 1 over all files.
///   - TIMES: `once`, `ever` (each later one too), `part` (half of the K-th write or read is done, and
///     all goes well afterwards), or `short` (half of the K-th write is written, and the next writes
///     fail with ENOSPC).
///   - ERROR: `EIO` or `ENOSPC`.
///   - PAGES: what a failed flush does to the pages that were written since the last good one: `keep`
///     leaves them to be flushed later, `drop` puts back what the disk has, as kernels do that mark
///     pages clean which they could not write.
/// - DAYBOOK_FAULT_COUNTS: a file to which the numbers of calls are written at the end, in the order above.
extern int daybook_faultinjector;
