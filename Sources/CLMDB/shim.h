// LMDB for Swift, and the checksum instruction that Swift cannot name.
#ifndef DAYBOOK_CLMDB_SHIM_H
#define DAYBOOK_CLMDB_SHIM_H

#if __has_include(<lmdb.h>)
#include <lmdb.h>
#else
#error "LMDB's header lmdb.h was not found: install it with `apt-get install liblmdb-dev` or `brew install lmdb pkg-config`"
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// CRC-32C (Castagnoli, RFC 3720 appendix B.4), reflected polynomial 0x82F63B78.
// `state` is the running remainder: start with ~0, invert the final value.

static inline uint32_t daybook_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    state ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) state = (state >> 1) ^ (0x82F63B78u & (0u - (state & 1u)));
  }
  return state;
}

#if defined(__x86_64__)


static inline int daybook_crc32c_has_instruction(void) {
  uint32_t a = 1, b = 0, c = 0, d = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return (c >> 20) & 1; // SSE4.2
}

__attribute__((target("sse4.2")))
static inline uint32_t daybook_crc32c_instruction(uint32_t state, const uint8_t *bytes, size_t count) {
  uint64_t wide = state;
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  state = (uint32_t)wide;
  for (; count > 0; bytes++, count--) state = __builtin_ia32_crc32qi(state, *bytes);
  return state;
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)


static inline int daybook_crc32c_has_instruction(void) { return 1; }

static inline uint32_t daybook_crc32c_instruction(uint32_t state, const uint8_t *bytes, size_t count) {
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    state = __builtin_arm_crc32cd(state, word);
  }
  for (; count > 0; bytes++, count--) state = __builtin_arm_crc32cb(state, *bytes);
  return state;
}

#else

static inline int daybook_crc32c_has_instruction(void) { return 0; }

static inline uint32_t daybook_crc32c_instruction(uint32_t state, const uint8_t *bytes, size_t count) {
  return daybook_crc32c_portable(state, bytes, count);
}

#endif

// The checksum of a number, as eight bytes from low to high, and of `count` bytes: one call for a record.
#if defined(__x86_64__)
__attribute__((target("sse4.2")))
#endif
static inline uint32_t daybook_crc32c_record(uint64_t number, const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
  uint64_t wide = __builtin_ia32_crc32di(0xFFFFFFFFu, number);
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  uint32_t state = (uint32_t)wide;
  for (; count > 0; bytes++, count--) state = __builtin_ia32_crc32qi(state, *bytes);
  return ~state;
#else
  uint8_t head[8];
  for (int i = 0; i < 8; i++) head[i] = (uint8_t)(number >> (8 * i));
  return ~daybook_crc32c_instruction(daybook_crc32c_instruction(~0u, head, 8), bytes, count);
#endif
}

#endif
