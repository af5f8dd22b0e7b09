// Loops against liblmdb with nothing around them: what no wrapper can undercut.
#ifndef DAYBOOK_FLOOR_H
#define DAYBOOK_FLOOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_store floor_store;

// Opens the environment in the directory `path` and its INTEGERKEY table "rows".
floor_store *floor_open(const char *path);
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

#endif
