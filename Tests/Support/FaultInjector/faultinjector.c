// RTLD_NEXT is GNU's.
#define _GNU_SOURCE
#include "faultinjector.h"

int daybook_faultinjector = 1;

#ifdef __linux__

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE, FLUSH, TRUNCATE, OPEN, RENAME, REMOVE, MODE, READ, CALLS };
enum { MOST_DESCRIPTORS = 1024, MOST_FILES = 512 };
static const char *const names[CALLS] = {
    "write", "flush", "truncate", "open", "rename", "remove", "mode", "read"};

// What the disk holds where a write went that no flush has followed; the newest first.
struct unflushed {
  struct unflushed *next;
  off_t offset;
  size_t length;
  unsigned char bytes[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *directory;
static struct {
  int call, is_for_ever, is_short, is_part, is_kill, code, drops;
  long number;
} fault = {.call = -1};
static long counts[CALLS];
static struct { ino_t inode; struct unflushed *writes; } files[MOST_FILES];
static int file_count;
static struct { int known, file, is_synchronous; } descriptors[MOST_DESCRIPTORS];

__attribute__((constructor)) static void start(void) {
  directory = getenv("DAYBOOK_FAULT_OF");
  const char *text = getenv("DAYBOOK_FAULT");
  char call[16], times[16], code[16], pages[16];
  if (!directory || !text) return;
  if (sscanf(text, "%15s %ld %15s %15s %15s", call, &fault.number, times, code, pages) != 5) abort();
  for (int i = 0; i < CALLS; i++) if (strcmp(call, names[i]) == 0) fault.call = i;
  fault.is_short = strcmp(times, "short") == 0;
  fault.is_part = strcmp(times, "part") == 0;
  fault.is_kill = strcmp(times, "kill") == 0;
  fault.is_for_ever = fault.is_short || strcmp(times, "ever") == 0;
  fault.code = strcmp(code, "ENOSPC") == 0 ? ENOSPC : EIO;
  fault.drops = strcmp(pages, "drop") == 0;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("DAYBOOK_FAULT_COUNTS");
  if (!path) return;
  char text[256];
  int length = 0;
  for (int i = 0; i < CALLS; i++) {
    length += snprintf(text + length, sizeof text - length, "%ld\n", counts[i]);
  }
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || syscall(SYS_write, file, text, length) != length) abort();
  syscall(SYS_close, file);
}

// Counts a call. Returns whether it is to fail; the first that fails may be a short one.
static int fails(int call, int *is_first) {
  pthread_mutex_lock(&lock);
  long number = ++counts[call];
  pthread_mutex_unlock(&lock);
  if (fault.is_kill && call == fault.call && number == fault.number) kill(getpid(), SIGKILL);
  if (is_first) *is_first = number == fault.number;
  return call == fault.call
      && (number == fault.number || (fault.is_for_ever && number > fault.number));
}

static int failure(int code) {
  errno = code;
  return -1;
}

static int is_own(const char *path) {
  size_t length = directory ? strlen(directory) : 0;
  return length && strncmp(path, directory, length) == 0 && (path[length] == '/' || !path[length]);
}

static int is_known(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS && descriptors[descriptor].known;
}

// The file of an inode. A number that a removed file had is given to a new one, which starts
// afresh.
static int file_of(ino_t inode, int is_new) {
  for (int i = 0; i < file_count; i++) {
    if (files[i].inode != inode) continue;
    if (is_new) files[i].writes = NULL;
    return i;
  }
  if (file_count == MOST_FILES) abort();
  files[file_count].inode = inode;
  return file_count++;
}

// MARK: Opening and naming

static int opening(int base, const char *path, int flags, mode_t mode) {
  if (!is_own(path)) return (int)syscall(SYS_openat, base, path, flags, mode);
  if (fails(OPEN, NULL)) return failure(fault.code);
  int descriptor = (int)syscall(SYS_openat, base, path, flags, mode);
  struct stat status;
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return descriptor;
  if (fstat(descriptor, &status) != 0) abort();
  pthread_mutex_lock(&lock);
  descriptors[descriptor].file = file_of(status.st_ino, status.st_size == 0);
  descriptors[descriptor].is_synchronous = (flags & O_DSYNC) != 0;
  descriptors[descriptor].known = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  pthread_mutex_unlock(&lock);
  return descriptor;
}

#define MODE_AFTER(last)                                            \
  va_list rest;                                               \
  va_start(rest, last);                                       \
  mode_t mode = last & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
  va_end(rest)

int open(const char *path, int flags, ...) {
  MODE_AFTER(flags);
  return opening(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_AFTER(flags);
  return opening(AT_FDCWD, path, flags, mode);
}

int openat(int base, const char *path, int flags, ...) {
  MODE_AFTER(flags);
  return opening(base, path, flags, mode);
}

DIR *opendir(const char *path) {
  if (is_own(path) && fails(OPEN, NULL)) {
    errno = fault.code;
    return NULL;
  }
  DIR *(*next)(const char *) = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
  return next(path);
}

int close(int descriptor) {
  if (is_known(descriptor)) descriptors[descriptor].known = 0;
  return (int)syscall(SYS_close, descriptor);
}

int mkdir(const char *path, mode_t mode) {
  if (is_own(path) && fails(OPEN, NULL)) return failure(fault.code);
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to) {
  if (is_own(to) && fails(RENAME, NULL)) return failure(fault.code);
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char *from, const char *to) {
  if (is_own(to) && fails(RENAME, NULL)) return failure(fault.code);
  return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  if (is_own(path) && fails(REMOVE, NULL)) return failure(fault.code);
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int rmdir(const char *path) {
  if (is_own(path) && fails(REMOVE, NULL)) return failure(fault.code);
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int chmod(const char *path, mode_t mode) {
  if (is_own(path) && fails(MODE, NULL)) return failure(fault.code);
  return (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode);
}

int fchmod(int descriptor, mode_t mode) {
  if (is_known(descriptor) && fails(MODE, NULL)) return failure(fault.code);
  return (int)syscall(SYS_fchmod, descriptor, mode);
}

int ftruncate(int descriptor, off_t length) {
  if (is_known(descriptor) && fails(TRUNCATE, NULL)) return failure(fault.code);
  return (int)syscall(SYS_ftruncate, descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

// MARK: Flushing

// Another descriptor of the same file.
static int reopened(int descriptor, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int own = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0);
  if (own < 0) abort();
  return own;
}

static void forget(int file) {
  while (files[file].writes) {
    struct unflushed *write = files[file].writes;
    files[file].writes = write->next;
    free(write);
  }
}

// Puts back what the disk has. The descriptor that is flushed may be for reading alone.
static void drop(int file, int descriptor) {
  if (!files[file].writes) return;
  int own = reopened(descriptor, O_WRONLY);
  for (struct unflushed *write = files[file].writes; write; write = write->next) {
    if (syscall(SYS_pwrite64, own, write->bytes, write->length, write->offset) < 0) abort();
  }
  syscall(SYS_close, own);
  forget(file);
}

// Returns 0 when what was written is on disk now.
static int flushed(int descriptor, long call) {
  int file = descriptors[descriptor].file, code = 0;
  if (fails(FLUSH, NULL)) {
    pthread_mutex_lock(&lock);
    if (fault.drops) drop(file, descriptor);
    pthread_mutex_unlock(&lock);
    return failure(fault.code);
  }
  if (call) code = (int)syscall(call, descriptor);
  pthread_mutex_lock(&lock);
  if (code == 0) forget(file);
  pthread_mutex_unlock(&lock);
  return code;
}

int fsync(int descriptor) {
  return is_known(descriptor) ? flushed(descriptor, SYS_fsync) : (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  return is_known(descriptor) ? flushed(descriptor, SYS_fdatasync)
                              : (int)syscall(SYS_fdatasync, descriptor);
}

// MARK: Reading

// How much of a read is done; -1 when it fails.
static ssize_t readable(int descriptor, size_t length) {
  if (!is_known(descriptor) || !fails(READ, NULL)) return (ssize_t)length;
  return fault.is_part && length > 1 ? (ssize_t)(length / 2) : failure(fault.code);
}

ssize_t pread(int descriptor, void *bytes, size_t length, off_t offset) {
  ssize_t most = readable(descriptor, length);
  return most < 0 ? most : syscall(SYS_pread64, descriptor, bytes, most, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t length, off64_t offset) {
  return pread(descriptor, bytes, length, offset);
}

ssize_t read(int descriptor, void *bytes, size_t length) {
  ssize_t most = readable(descriptor, length);
  return most < 0 ? most : syscall(SYS_read, descriptor, bytes, most);
}

// MARK: Writing

static void remember(int descriptor, off_t offset, size_t length) {
  struct unflushed *write = calloc(1, sizeof *write + length);
  if (!write) abort();
  write->offset = offset;
  write->length = length;
  int own = reopened(descriptor, O_RDONLY);
  if (syscall(SYS_pread64, own, write->bytes, length, offset) < 0) abort();
  syscall(SYS_close, own);
  write->next = files[descriptors[descriptor].file].writes;
  files[descriptors[descriptor].file].writes = write;
}

// These bytes are on disk, although what was written around them may not be.
static void settle(int descriptor, const unsigned char *bytes, off_t offset, size_t length) {
  struct unflushed *write = files[descriptors[descriptor].file].writes;
  for (; write; write = write->next) {
    for (size_t i = 0; i < length; i++) {
      off_t place = offset + (off_t)i - write->offset;
      if (place >= 0 && place < (off_t)write->length) write->bytes[place] = bytes[i];
    }
  }
}

static ssize_t writing(int descriptor, const void *bytes, size_t length, off_t offset) {
  int is_first;
  if (fails(WRITE, &is_first)) {
    if (!fault.is_short && !fault.is_part) return failure(fault.code);
    if (!is_first) return failure(ENOSPC);
    length /= 2;
  }
  pthread_mutex_lock(&lock);
  remember(descriptor, offset, length);
  ssize_t written = syscall(SYS_pwrite64, descriptor, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  if (written < 0 || !descriptors[descriptor].is_synchronous) return written;
  int file = descriptors[descriptor].file;
  if (fails(FLUSH, NULL)) {
    pthread_mutex_lock(&lock);
    if (fault.drops) drop(file, descriptor);
    pthread_mutex_unlock(&lock);
    return failure(fault.code);
  }
  pthread_mutex_lock(&lock);
  struct unflushed *own = files[file].writes;
  files[file].writes = own->next;
  free(own);
  settle(descriptor, bytes, offset, (size_t)written);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  if (is_known(descriptor)) return writing(descriptor, bytes, length, offset);
  return syscall(SYS_pwrite64, descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
  return pwrite(descriptor, bytes, length, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  if (!is_known(descriptor)) return syscall(SYS_write, descriptor, bytes, length);
  ssize_t written = writing(descriptor, bytes, length, lseek(descriptor, 0, SEEK_CUR));
  if (written > 0) lseek(descriptor, written, SEEK_CUR);
  return written;
}

// One call of many parts, written as one piece.
static ssize_t gathered(int descriptor, const struct iovec *parts, int count, off_t offset) {
  size_t length = 0, start = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  unsigned char *bytes = malloc(length ? length : 1);
  if (!bytes) abort();
  for (int i = 0; i < count; start += parts[i].iov_len, i++) {
    memcpy(bytes + start, parts[i].iov_base, parts[i].iov_len);
  }
  ssize_t written = writing(descriptor, bytes, length, offset);
  int code = errno;
  free(bytes);
  errno = code;
  return written;
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  if (is_known(descriptor)) return gathered(descriptor, parts, count, offset);
  return syscall(SYS_pwritev, descriptor, parts, count, offset, 0);
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) {
  return pwritev(descriptor, parts, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (!is_known(descriptor)) return syscall(SYS_writev, descriptor, parts, count);
  ssize_t written = gathered(descriptor, parts, count, lseek(descriptor, 0, SEEK_CUR));
  if (written > 0) lseek(descriptor, written, SEEK_CUR);
  return written;
}

#endif
