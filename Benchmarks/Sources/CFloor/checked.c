#include "floor.h"
#include "must.h"

#include <string.h>

// CRC-32C by the processor's instruction, as the engine computes it.
#if defined(__x86_64__)
#define FEATURE __attribute__((target("sse4.2")))
#define WORD(state, word) __builtin_ia32_crc32di(state, word)
#define BYTE(state, byte) __builtin_ia32_crc32qi(state, byte)
#else
#include <arm_acle.h>
#define FEATURE __attribute__((target("crc")))
#define WORD(state, word) __crc32cd((uint32_t)(state), word)
#define BYTE(state, byte) __crc32cb(state, byte)
#endif

FEATURE static uint32_t crc32c(uint64_t key, const unsigned char *bytes, size_t size) {
  uint64_t wide = WORD(0xFFFFFFFFu, key);
  for (; size >= 8; bytes += 8, size -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = WORD(wide, word);
  }
  uint32_t state = (uint32_t)wide;
  for (; size > 0; bytes++, size--) state = BYTE(state, *bytes);
  return ~state;
}

uint64_t floor_check(const char *path, const char *table) {
  MDB_env *env = opened(path, 0);
  MDB_txn *txn;
  MDB_dbi rows;
  MDB_cursor *cursor;
  MDB_val key, value;
  uint64_t sound = 0;
  must(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), "mdb_txn_begin");
  must(mdb_dbi_open(txn, table, MDB_INTEGERKEY, &rows), "mdb_dbi_open");
  must(mdb_cursor_open(txn, rows, &cursor), "mdb_cursor_open");
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
    uint64_t number;
    uint32_t sum;
    memcpy(&number, key.mv_data, 8);
    memcpy(&sum, value.mv_data, 4);
    sound += sum == crc32c(number, (const unsigned char *)value.mv_data + 4, value.mv_size - 4);
  }
  mdb_cursor_close(cursor);
  mdb_txn_abort(txn);
  mdb_env_close(env);
  return sound;
}
