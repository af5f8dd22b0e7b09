// RTLD_NEXT is GNU's.
#define _GNU_SOURCE
#include "filerecorder.h"

#ifdef __linux__

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
enum { MOST_FILES = 64, MOST_DESCRIPTORS = 1024, MOST_PARTS = 128, UNKNOWN = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;
static const char *directory;
static uint64_t records;
// By number of the file; the directory is file 0.
static ino_t inodes[MOST_FILES];
static int files = 1;
static struct { int known, file, is_synchronous; } descriptors[MOST_DESCRIPTORS];

// What the model of power cuts does not know must not pass for harmless.
static void refuse(const char *what) {
  fprintf(stderr, "filerecorder: %s is not recorded\n", what);
  abort();
}

__attribute__((constructor)) static void start(void) {
  directory = getenv("DAYBOOK_RECORD_OF");
  const char *path = getenv("DAYBOOK_RECORD");
  if (!directory || !path) return;
  record = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (record < 0) refuse(path);
}

static uint64_t note(
    uint8_t kind, int file, uint64_t number, const struct iovec *parts, int count) {
  struct file_record header = {RECORD_MARK, kind, (uint8_t)file, (uint16_t)getpid(), 0, number};
  struct iovec all[MOST_PARTS + 1] = {{&header, sizeof header}};
  if (count > MOST_PARTS) refuse("a write of so many parts");
  for (int i = 0; i < count; i++) {
    all[i + 1] = parts[i];
    header.length += (uint32_t)parts[i].iov_len;
  }
  pthread_mutex_lock(&lock);
  uint64_t own = records++;
  long written = syscall(SYS_writev, record, all, count + 1);
  pthread_mutex_unlock(&lock);
  if (written != (long)(sizeof header + header.length)) refuse("a record");
  return own;
}

static void note_name(uint8_t kind, int file, const char *name) {
  struct iovec part = {(void *)name, strlen(name)};
  note(kind, file, kind == RECORD_LINK ? inodes[file] : 0, &part, 1);
}

// The name within the directory; nothing for what lies elsewhere and for the lock, which means
// nothing after a power cut.
static const char *own_name(const char *path) {
  size_t length = directory && record >= 0 ? strlen(directory) : 0;
  if (!length || strncmp(path, directory, length) != 0 || path[length] != '/') return NULL;
  const char *name = path + length + 1;
  return strcmp(name, "lock.mdb") == 0 ? NULL : name;
}

static int file_of(ino_t inode) {
  for (int i = 1; i < files; i++) if (inodes[i] == inode) return i;
  return UNKNOWN;
}

static void opened(int descriptor, const char *path, int flags) {
  if (descriptor < 0 || record < 0) return;
  const char *name = own_name(path);
  int is_directory = strcmp(path, directory) == 0;
  if (!name && !is_directory) return;
  struct stat status;
  if (descriptor >= MOST_DESCRIPTORS || fstat(descriptor, &status) != 0) refuse(path);
  if (!is_directory && !S_ISREG(status.st_mode)) return;
  int file = is_directory ? 0 : file_of(status.st_ino);
  if (file == UNKNOWN) {
    if (files == MOST_FILES) refuse("so many files");
    file = files++;
    inodes[file] = status.st_ino;
    note_name(RECORD_LINK, file, name);
  }
  if (flags & O_TRUNC && status.st_size > 0) refuse("opening with O_TRUNC");
  descriptors[descriptor].file = file;
  descriptors[descriptor].is_synchronous = (flags & O_DSYNC) != 0;
  descriptors[descriptor].known = 1;
}

static int is_known(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS && descriptors[descriptor].known;
}

static int opening(const char *path, int flags, mode_t mode) {
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  opened(descriptor, path, flags);
  return descriptor;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opening(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opening(path, flags, mode);
}

int close(int descriptor) {
  if (is_known(descriptor)) descriptors[descriptor].known = 0;
  return NEXT(close)(descriptor);
}

int link(const char *from, const char *to) {
  int code = NEXT(link)(from, to);
  struct stat status;
  if (code == 0 && own_name(to) && stat(to, &status) == 0) {
    note_name(RECORD_LINK, file_of(status.st_ino), own_name(to));
  }
  return code;
}

int unlink(const char *path) {
  int code = NEXT(unlink)(path);
  if (code == 0 && own_name(path)) note_name(RECORD_UNLINK, 0, own_name(path));
  return code;
}

int rename(const char *from, const char *to) {
  if (own_name(from) || own_name(to)) refuse("rename");
  return NEXT(rename)(from, to);
}

// MARK: Writing

static ssize_t writing(
    int descriptor, const struct iovec *parts, int count, off_t offset, ssize_t (*call)(void *),
    void *context) {
  uint64_t number = note(
      RECORD_WRITE, descriptors[descriptor].file, (uint64_t)offset, parts, count);
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  ssize_t written = call(context);
  if (written != (ssize_t)length) refuse("a write that came up short");
  if (descriptors[descriptor].is_synchronous) {
    note(RECORD_WRITTEN, descriptors[descriptor].file, number, NULL, 0);
  }
  return written;
}

struct arguments { int descriptor; const struct iovec *parts; int count; off_t offset; };

static ssize_t call_writev(void *context) {
  struct arguments *a = context;
  return syscall(SYS_writev, a->descriptor, a->parts, a->count);
}

static ssize_t call_pwritev(void *context) {
  struct arguments *a = context;
  return syscall(SYS_pwritev, a->descriptor, a->parts, a->count, a->offset, 0);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  struct arguments a = {descriptor, parts, count, 0};
  if (!is_known(descriptor)) return call_writev(&a);
  return writing(descriptor, parts, count, lseek(descriptor, 0, SEEK_CUR), call_writev, &a);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  struct iovec part = {(void *)bytes, length};
  if (descriptor == 1 && record >= 0) note(RECORD_SAID, 0, 0, &part, 1);
  return writev(descriptor, &part, 1);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  struct arguments a = {descriptor, parts, count, offset};
  if (!is_known(descriptor)) return call_pwritev(&a);
  return writing(descriptor, parts, count, offset, call_pwritev, &a);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  struct iovec part = {(void *)bytes, length};
  return pwritev(descriptor, &part, 1, offset);
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) {
  return pwritev(descriptor, parts, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
  return pwrite(descriptor, bytes, length, offset);
}

// MARK: Flushing

static int flushing(int descriptor, long call) {
  if (!is_known(descriptor)) return (int)syscall(call, descriptor);
  int file = descriptors[descriptor].file;
  uint64_t number = note(RECORD_FLUSH, file, 0, NULL, 0);
  int code = (int)syscall(call, descriptor);
  int kind = call == SYS_fsync ? RECORD_WHOLLY_FLUSHED : RECORD_FLUSHED;
  if (code == 0) note(kind, file, number, NULL, 0);
  return code;
}

int fsync(int descriptor) { return flushing(descriptor, SYS_fsync); }

int fdatasync(int descriptor) { return flushing(descriptor, SYS_fdatasync); }

int ftruncate(int descriptor, off_t length) {
  if (is_known(descriptor)) refuse("ftruncate");
  return NEXT(ftruncate)(descriptor, length);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  if (is_known(descriptor) && protection & PROT_WRITE && flags & MAP_SHARED) {
    refuse("writing through a map");
  }
  return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}

#endif
