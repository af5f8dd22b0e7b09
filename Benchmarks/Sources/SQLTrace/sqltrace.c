// RTLD_NEXT is GNU's.
#define _GNU_SOURCE
#include "sqlrecord.h"

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// A number is given out again when its statement was finalized.
static sqlite3_stmt *statements[65536];
static int used;
static FILE *record;

static void note(uint8_t kind, int index, int statement, const void *bytes, size_t size) {
  if (!record) {
    const char *path = getenv("DAYBOOK_CALLS");
    record = fopen(path ? path : "/dev/null", "wb");
    if (!record) abort();
  }
  struct sql_call call = {kind, (uint8_t)index, (uint16_t)statement, (uint32_t)size};
  fwrite(&call, sizeof call, 1, record);
  if (size) fwrite(bytes, size, 1, record);
}

static int place(const sqlite3_stmt *statement) {
  for (int i = 0; i < used; i++)
    if (statements[i] == statement) return i;
  return -1;
}

static int number(const sqlite3_stmt *statement) {
  int known = place(statement);
  if (known < 0) abort();
  return known;
}

static void bound(uint8_t kind, sqlite3_stmt *statement, int index, const void *bytes, size_t size) {
  note(kind, index, number(statement), bytes, size);
}

static void prepared(sqlite3_stmt *statement, const char *sql, const char *end) {
  if (!statement) return;
  // The library finalizes some by itself, and their addresses come again.
  int free = place(statement) >= 0 ? place(statement) : place(NULL);
  if (free < 0) free = used++;
  if (free == 65536) abort();
  statements[free] = statement;
  note(SQL_PREPARE, 0, free, sql, (size_t)(end - sql));
}

int sqlite3_prepare_v2(
    sqlite3 *db, const char *sql, int size, sqlite3_stmt **statement, const char **tail) {
  const char *end = NULL;
  int code = NEXT(sqlite3_prepare_v2)(db, sql, size, statement, &end);
  if (tail) *tail = end;
  prepared(*statement, sql, end);
  return code;
}

int sqlite3_prepare_v3(
    sqlite3 *db, const char *sql, int size, unsigned flags, sqlite3_stmt **statement,
    const char **tail) {
  const char *end = NULL;
  int code = NEXT(sqlite3_prepare_v3)(db, sql, size, flags, statement, &end);
  if (tail) *tail = end;
  prepared(*statement, sql, end);
  return code;
}

int sqlite3_finalize(sqlite3_stmt *statement) {
  if (statement) {
    int free = number(statement);
    note(SQL_RESET, 0, free, NULL, 0);
    statements[free] = NULL;
  }
  return NEXT(sqlite3_finalize)(statement);
}

int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value) {
  bound(SQL_INT, statement, index, &value, sizeof value);
  return NEXT(sqlite3_bind_int64)(statement, index, value);
}

int sqlite3_bind_double(sqlite3_stmt *statement, int index, double value) {
  bound(SQL_DOUBLE, statement, index, &value, sizeof value);
  return NEXT(sqlite3_bind_double)(statement, index, value);
}

int sqlite3_bind_null(sqlite3_stmt *statement, int index) {
  bound(SQL_NULL, statement, index, NULL, 0);
  return NEXT(sqlite3_bind_null)(statement, index);
}

int sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *text, int size, void (*free)(void *)) {
  bound(SQL_TEXT, statement, index, text, size < 0 ? strlen(text) : (size_t)size);
  return NEXT(sqlite3_bind_text)(statement, index, text, size, free);
}

int sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, int size, void (*free)(void *)) {
  bound(SQL_BLOB, statement, index, bytes, (size_t)size);
  return NEXT(sqlite3_bind_blob)(statement, index, bytes, size, free);
}

int sqlite3_step(sqlite3_stmt *statement) {
  note(SQL_STEP, 0, number(statement), NULL, 0);
  return NEXT(sqlite3_step)(statement);
}

int sqlite3_reset(sqlite3_stmt *statement) {
  if (statement) note(SQL_RESET, 0, number(statement), NULL, 0);
  return NEXT(sqlite3_reset)(statement);
}
