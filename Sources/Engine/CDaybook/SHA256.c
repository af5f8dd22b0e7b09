#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CDaybook.h"

#if defined(__APPLE__)
#include <CommonCrypto/CommonDigest.h>
#endif
#if defined(__x86_64__) && !defined(__APPLE__)
#include <immintrin.h>
#endif

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64
// primes.
static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// What `daybook_sha256` holds, but on Apple systems.
typedef struct {
  uint32_t state[8];
  uint64_t count;
  uint8_t pending[64];
} running_t;

_Static_assert(sizeof(running_t) <= sizeof(daybook_sha256), "a running digest has no room");

static uint32_t turned(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

// One round: it changes two of the eight words, which change places before the next.
static inline __attribute__((always_inline)) void round_of(
    uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g, uint32_t *h,
    uint32_t word) {
  uint32_t first = *h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (g ^ (e & (f ^ g))) + word;
  *d += first;
  *h = first + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) | (c & (a | b)));
}

static void mix_portable(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; bytes += 64, blocks--) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++) {
      const uint8_t *word = bytes + 4 * i;
      words[i] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 | (uint32_t)word[2] << 8 | word[3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t one = words[i - 15], other = words[i - 2];
      words[i] = words[i - 16] + (turned(one, 7) ^ turned(one, 18) ^ one >> 3) + words[i - 7]
        + (turned(other, 17) ^ turned(other, 19) ^ other >> 10);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    // Eight at a time, after which each word is where it began: none has to be moved.
    for (int i = 0; i < 64; i += 8) {
      round_of(a, b, c, &d, e, f, g, &h, words[i] + constants[i]);
      round_of(h, a, b, &c, d, e, f, &g, words[i + 1] + constants[i + 1]);
      round_of(g, h, a, &b, c, d, e, &f, words[i + 2] + constants[i + 2]);
      round_of(f, g, h, &a, b, c, d, &e, words[i + 3] + constants[i + 3]);
      round_of(e, f, g, &h, a, b, c, &d, words[i + 4] + constants[i + 4]);
      round_of(d, e, f, &g, h, a, b, &c, words[i + 5] + constants[i + 5]);
      round_of(c, d, e, &f, g, h, a, &b, words[i + 6] + constants[i + 6]);
      round_of(b, c, d, &e, f, g, h, &a, words[i + 7] + constants[i + 7]);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__) && !defined(__APPLE__)

// Source of the order of the halves: Intel's description of the instructions, "Intel SHA
// Extensions", 2013.
__attribute__((target("sha,sse4.1")))
static void mix_by_instruction(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i low = _mm_loadu_si128((const __m128i *)state);
  __m128i high = _mm_loadu_si128((const __m128i *)(state + 4));
  low = _mm_shuffle_epi32(low, 0xB1);
  high = _mm_shuffle_epi32(high, 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; blocks > 0; bytes += 64, blocks--) {
    __m128i words[4], abef_before = abef, cdgh_before = cdgh;
    for (int i = 0; i < 4; i++)
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), order);
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      if (i >= 4) {
        __m128i before = words[(i + 3) & 3];
        __m128i sum = _mm_add_epi32(
          _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]),
          _mm_alignr_epi8(before, words[(i + 2) & 3], 4));
        words[i & 3] = _mm_sha256msg2_epu32(sum, before);
      }
      __m128i added =
        _mm_add_epi32(words[i & 3], _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

// Whether the processor has the instructions: 0 not asked yet, 1 no, 2 yes.
static int has_instructions(void) {
  static int answer;
  int known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  if (known == 0) {
    __builtin_cpu_init();
    uint32_t a = 0, b = 0, c = 0, d = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    uint32_t most = a;
    known = 1;
    if (most >= 7 && __builtin_cpu_supports("sse4.1")) {
      a = 7, c = 0;
      __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
      known = 1 + ((b >> 29) & 1); // SHA
    }
    __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
  }
  return known == 2;
}

static void mix(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  if (has_instructions()) return mix_by_instruction(state, bytes, blocks);
  mix_portable(state, bytes, blocks);
}

#elif !defined(__APPLE__)

static void mix(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  mix_portable(state, bytes, blocks);
}

#endif

typedef void (*mix_t)(uint32_t *, const uint8_t *, size_t);

static void begin(running_t *running) {
  // FIPS 180-4, 5.3.3: of the square roots of the first eight primes.
  static const uint32_t first[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  memset(running, 0, sizeof *running);
  memcpy(running->state, first, sizeof first);
}

static void add(running_t *running, const uint8_t *bytes, size_t count, mix_t mix) {
  size_t held = running->count & 63;
  running->count += count;
  if (held > 0) {
    size_t missing = 64 - held < count ? 64 - held : count;
    memcpy(running->pending + held, bytes, missing);
    bytes += missing;
    count -= missing;
    if (held + missing < 64) return;
    mix(running->state, running->pending, 1);
  }
  if (count >= 64) mix(running->state, bytes, count / 64);
  if (count & 63) memcpy(running->pending, bytes + (count & ~(size_t)63), count & 63);
}

static void read(const running_t *running, uint8_t *digest, mix_t mix) {
  uint32_t state[8];
  uint8_t last[128] = {0};
  size_t held = running->count & 63, size = held < 56 ? 64 : 128;
  memcpy(state, running->state, sizeof state);
  memcpy(last, running->pending, held);
  last[held] = 0x80;
  for (int i = 0; i < 8; i++) last[size - 1 - i] = (uint8_t)((running->count << 3) >> (8 * i));
  mix(state, last, size / 64);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i & 3)));
}

#if defined(__APPLE__)

_Static_assert(sizeof(CC_SHA256_CTX) <= sizeof(daybook_sha256), "a running digest has no room");

void daybook_sha256_begin(daybook_sha256 *running) { CC_SHA256_Init((CC_SHA256_CTX *)running); }

void daybook_sha256_add(daybook_sha256 *running, const void *bytes, size_t count) {
  const uint8_t *rest = bytes;
  while (count > 0) {
    size_t part = count < UINT32_MAX ? count : UINT32_MAX;
    CC_SHA256_Update((CC_SHA256_CTX *)running, rest, (CC_LONG)part);
    rest += part;
    count -= part;
  }
}

void daybook_sha256_read(const daybook_sha256 *running, void *digest) {
  daybook_sha256 copy = *running;
  CC_SHA256_Final(digest, (CC_SHA256_CTX *)&copy);
}

#else

void daybook_sha256_begin(daybook_sha256 *running) { begin((running_t *)running); }

void daybook_sha256_add(daybook_sha256 *running, const void *bytes, size_t count) {
  if (count > 0) add((running_t *)running, bytes, count, mix);
}

void daybook_sha256_read(const daybook_sha256 *running, void *digest) {
  read((const running_t *)running, digest, mix);
}

#endif

void daybook_sha256_portable(const void *bytes, size_t count, void *digest) {
  running_t running;
  begin(&running);
  if (count > 0) add(&running, bytes, count, mix_portable);
  read(&running, digest, mix_portable);
}
