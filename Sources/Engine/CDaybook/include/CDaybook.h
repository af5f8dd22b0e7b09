// LMDB for Swift, and the checksum instruction that Swift cannot name.
#ifndef DAYBOOK_CDAYBOOK_H
#define DAYBOOK_CDAYBOOK_H

#if __has_include(<lmdb.h>)
#include <lmdb.h>
#else
#error "LMDB's header lmdb.h was not found: install it with `apt-get install liblmdb-dev` or `brew install lmdb pkg-config`, or turn on the trait SourceLMDB (on iOS, tvOS, watchOS and visionOS)"
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// CRC-32C (Castagnoli, RFC 3720 appendix B.4), reflected polynomial 0x82F63B78.
// `state` is the running remainder: start with ~0, invert the final value.

__attribute__((noinline, unused))
static uint32_t daybook_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    state ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) state = (state >> 1) ^ (0x82F63B78u & (0u - (state & 1u)));
  }
  return state;
}

#if defined(__x86_64__)

#define DAYBOOK_CRC32C_TARGET __attribute__((target("sse4.2")))
#define DAYBOOK_CRC32C_64(state, word) ((uint32_t)__builtin_ia32_crc32di(state, word))
#define DAYBOOK_CRC32C_WIDE(state, word) __builtin_ia32_crc32di(state, word)
#define DAYBOOK_CRC32C_32(state, word) __builtin_ia32_crc32si(state, word)
#define DAYBOOK_CRC32C_16(state, word) __builtin_ia32_crc32hi(state, word)
#define DAYBOOK_CRC32C_8(state, byte) __builtin_ia32_crc32qi(state, byte)

// Whether the processor has the instruction: 0 not asked yet, 1 no, 2 yes.
static inline int *daybook_crc32c_answer(void) {
  static int answer; // in a function, because Swift's importer passes over it elsewhere
  return &answer;
}

static inline int daybook_crc32c_has_instruction(void) {
  int known = __atomic_load_n(daybook_crc32c_answer(), __ATOMIC_RELAXED);
  if (known == 0) {
    uint32_t a = 1, b = 0, c = 0, d = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    known = 1 + ((c >> 20) & 1); // SSE4.2
    __atomic_store_n(daybook_crc32c_answer(), known, __ATOMIC_RELAXED);
  }
  return known == 2;
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#define DAYBOOK_CRC32C_TARGET
#define DAYBOOK_CRC32C_64(state, word) __builtin_arm_crc32cd(state, word)
#define DAYBOOK_CRC32C_WIDE(state, word) __builtin_arm_crc32cd((uint32_t)(state), word)
#define DAYBOOK_CRC32C_32(state, word) __builtin_arm_crc32cw(state, word)
#define DAYBOOK_CRC32C_16(state, word) __builtin_arm_crc32ch(state, word)
#define DAYBOOK_CRC32C_8(state, byte) __builtin_arm_crc32cb(state, byte)

static inline int *daybook_crc32c_answer(void) {
  static int answer = 2;
  return &answer;
}

static inline int daybook_crc32c_has_instruction(void) { return 1; }

#endif

#if defined(DAYBOOK_CRC32C_64)

DAYBOOK_CRC32C_TARGET
static inline uint32_t daybook_crc32c_instruction(uint32_t state, const uint8_t *bytes, size_t count) {
  uint64_t words[4];
  uint32_t half;
  uint16_t pair;
  for (; count >= 32; bytes += 32, count -= 32) {
    memcpy(words, bytes, 32);
    state = DAYBOOK_CRC32C_64(state, words[0]);
    state = DAYBOOK_CRC32C_64(state, words[1]);
    state = DAYBOOK_CRC32C_64(state, words[2]);
    state = DAYBOOK_CRC32C_64(state, words[3]);
  }
  for (; count >= 8; bytes += 8, count -= 8) {
    memcpy(words, bytes, 8);
    state = DAYBOOK_CRC32C_64(state, words[0]);
  }
  if (count & 4) {
    memcpy(&half, bytes, 4);
    state = DAYBOOK_CRC32C_32(state, half);
    bytes += 4;
  }
  if (count & 2) {
    memcpy(&pair, bytes, 2);
    state = DAYBOOK_CRC32C_16(state, pair);
    bytes += 2;
  }
  if (count & 1) state = DAYBOOK_CRC32C_8(state, *bytes);
  return state;
}

#else

#define DAYBOOK_CRC32C_TARGET

static inline int daybook_crc32c_has_instruction(void) { return 0; }

static inline uint32_t daybook_crc32c_instruction(uint32_t state, const uint8_t *bytes, size_t count) {
  return daybook_crc32c_portable(state, bytes, count);
}

#endif

// The remainder after `count` more bytes.
static inline uint32_t daybook_crc32c(uint32_t state, const uint8_t *bytes, size_t count) {
  if (!daybook_crc32c_has_instruction()) return daybook_crc32c_portable(state, bytes, count);
  return daybook_crc32c_instruction(state, bytes, count);
}

// As `daybook_crc32c_record`, whatever the processor has.
__attribute__((noinline, unused))
static uint32_t daybook_crc32c_any_record(uint64_t number, const uint8_t *bytes, size_t count) {
  uint8_t head[8];
  for (int i = 0; i < 8; i++) head[i] = (uint8_t)(number >> (8 * i));
  return ~daybook_crc32c(daybook_crc32c(~0u, head, 8), bytes, count);
}

// The checksum of a number, as eight bytes from low to high, and of `count` bytes: one call for a
// record.
DAYBOOK_CRC32C_TARGET
static inline uint32_t daybook_crc32c_record(uint64_t number, const uint8_t *bytes, size_t count) {
#if defined(DAYBOOK_CRC32C_64)
  if (__builtin_expect(__atomic_load_n(daybook_crc32c_answer(), __ATOMIC_RELAXED) == 2, 1))
    return ~daybook_crc32c_instruction(DAYBOOK_CRC32C_64(~0u, number), bytes, count);
#endif
  return daybook_crc32c_any_record(number, bytes, count);
}

// As `daybook_crc32c_instruction`, for the few bytes that keys and most rows have.
DAYBOOK_CRC32C_TARGET
static inline uint32_t daybook_crc32c_short(uint32_t state, const uint8_t *bytes, size_t count) {
#if defined(DAYBOOK_CRC32C_64)
#define DAYBOOK_CRC32C_STEP(n)                              \
  case n:                                                   \
    memcpy(&word, bytes + (count & ~(size_t)7) - 8 * n, 8); \
    wide = DAYBOOK_CRC32C_WIDE(wide, word);                 \
    __attribute__((fallthrough));
  // One instruction for each word: wide, because a narrow remainder is widened again at each.
  uint64_t wide = state;
  uint64_t word;
  for (; count >= 64; bytes += 64, count -= 64) {
    uint64_t words[8];
    memcpy(words, bytes, 64);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[0]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[1]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[2]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[3]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[4]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[5]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[6]);
    wide = DAYBOOK_CRC32C_WIDE(wide, words[7]);
  }
  switch (count >> 3) {
    DAYBOOK_CRC32C_STEP(7)
    DAYBOOK_CRC32C_STEP(6)
    DAYBOOK_CRC32C_STEP(5)
    DAYBOOK_CRC32C_STEP(4)
    DAYBOOK_CRC32C_STEP(3)
    DAYBOOK_CRC32C_STEP(2)
    DAYBOOK_CRC32C_STEP(1)
    default: break;
  }
#undef DAYBOOK_CRC32C_STEP
  bytes += count & ~(size_t)7;
  state = (uint32_t)wide;
  if (count & 4) {
    uint32_t half;
    memcpy(&half, bytes, 4);
    state = DAYBOOK_CRC32C_32(state, half);
    bytes += 4;
  }
  if (count & 2) {
    uint16_t pair;
    memcpy(&pair, bytes, 2);
    state = DAYBOOK_CRC32C_16(state, pair);
    bytes += 2;
  }
  if (count & 1) state = DAYBOOK_CRC32C_8(state, *bytes);
  return state;
#else
  return daybook_crc32c_portable(state, bytes, count);
#endif
}

// As `daybook_crc32c_row`, whatever the processor has.
__attribute__((noinline, unused))
static uint32_t daybook_crc32c_any_row(
    uint32_t state, const uint8_t *key, size_t keyCount, const uint8_t *row, size_t rowCount) {
  return ~daybook_crc32c(daybook_crc32c(state, key, keyCount), row, rowCount);
}

// The checksum of what left the remainder `state`, of a key and of a row: one call for both.
DAYBOOK_CRC32C_TARGET
static inline uint32_t daybook_crc32c_row(
    uint32_t state, const uint8_t *key, size_t keyCount, const uint8_t *row, size_t rowCount) {
#if defined(DAYBOOK_CRC32C_64)
  if (__builtin_expect(__atomic_load_n(daybook_crc32c_answer(), __ATOMIC_RELAXED) == 2, 1))
    return ~daybook_crc32c_short(daybook_crc32c_short(state, key, keyCount), row, rowCount);
#endif
  return daybook_crc32c_any_row(state, key, keyCount, row, rowCount);
}

// SHA-256 (FIPS 180-4) of bytes that come in pieces: by the processor's instructions where it has
// them (x86), by CommonCrypto on Apple systems, by itself elsewhere.
typedef struct {
  uint64_t words[16];
} daybook_sha256;

void daybook_sha256_begin(daybook_sha256 *running);
void daybook_sha256_add(daybook_sha256 *running, const void *bytes, size_t count);
// Writes the 32 bytes of everything so far; more may be added afterwards.
void daybook_sha256_read(const daybook_sha256 *running, void *digest);
// The portable form of both, for comparison in tests: the digest of `count` bytes.
void daybook_sha256_portable(const void *bytes, size_t count, void *digest);

// How many processors this process may use; less than one when the system does not say.
int daybook_processors(void);

#endif
