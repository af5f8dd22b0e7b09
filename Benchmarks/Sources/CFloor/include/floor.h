// Loops against liblmdb with nothing around them: what no wrapper can undercut.
#ifndef DAYBOOK_FLOOR_H
#define DAYBOOK_FLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct floor_store floor_store;

// Opens the environment in the directory `path` and its INTEGERKEY table `table`.
floor_store *floor_open(const char *path, const char *table);
void floor_close(floor_store *store);

// Appends rows `first` … `first + count - 1` by MDB_APPEND, `batch` a transaction, each a copy of
// `record` that begins with its number.
void floor_append(
    floor_store *store, uint64_t first, uint64_t count, uint64_t batch, const void *record,
    size_t size);

// Walks the table with a cursor, from the start again when it ends, until `count` rows have been
// summed byte by byte (as eight-byte words).
uint64_t floor_scan(floor_store *store, uint64_t count);

// Reads `count` rows at keys between 1 and `rows` in one transaction and adds their first words.
uint64_t floor_get(floor_store *store, uint64_t count, uint64_t rows);

// Walks a table of the store in `path` and counts the rows whose first four bytes are the CRC-32C
// of the key and the rest, as those of the log are.
uint64_t floor_check(const char *path, const char *table);

// Reads rows at random keys of a table, each in a read transaction that is renewed for it.
typedef struct floor_points floor_points;
floor_points *floor_points_open(const char *path, const char *table);
uint64_t floor_points_get(floor_points *points, uint64_t count);
void floor_points_close(floor_points *points);

// Appends `count` copies of a record to the file `data.log` in `path`, each made durable by
// fdatasync.
int floor_file_open(const char *path);
void floor_file_append(int file, uint64_t count, const void *record, size_t size);

// Executes the calls that `calltrace` recorded in `file` against a new environment in `path`: the
// same keys, sizes, flags and transactions; values are copies of a buffer. Relaxed flushes the data
// of a commit only, as `Durability.relaxed` does. Plain puts and gets without cursors.
void floor_calls(const char *path, const char *file, bool is_relaxed, bool is_plain);

// Fills the empty slot of every projection of the store in `path` whose name begins with
// `projection` with the rows of its live one, in order and by MDB_APPEND, empties the latter, and
// walks the table of entities, in one transaction.
void floor_rebuild(const char *path, const char *projection);

#endif
