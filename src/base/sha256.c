// sha256.c -- the compression function over blocks of 64 bytes, and the padding (FIPS 180-4).
//
// The constants are the first 32 bits of the fractional parts of the cube roots
// (rounds) and the square roots (initial value) of the first primes.

#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

static const uint32_t rounds[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

static void schedule(const uint8_t *block, uint32_t *w) {
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
           (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < ROUNDS; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    uint32_t low = turned(a, 7) ^ turned(a, 18) ^ a >> 3;
    uint32_t high = turned(b, 17) ^ turned(b, 19) ^ b >> 10;
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
}

static void compress(uint32_t *state, const uint8_t *block) {
  uint32_t w[ROUNDS], s[WORDS];
  schedule(block, w);
  memcpy(s, state, sizeof s);
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t e = s[4], a = s[0];
    uint32_t one = s[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                   ((e & s[5]) ^ (~e & s[6])) + rounds[i] + w[i];
    uint32_t two =
        (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, (WORDS - 1) * sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < WORDS; i++) state[i] += s[i];
}

// The last bytes, a one, zeros, and how many bits there were.
static void finish(uint32_t *state, const uint8_t *rest, size_t left, uint64_t bits) {
  uint8_t block[2 * BLOCK] = {0};
  if (left) memcpy(block, rest, left);
  block[left] = 0x80;
  size_t n = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;
  for (int i = 0; i < 8; i++) block[n - 1 - (size_t)i] = (uint8_t)(bits >> 8 * i);
  for (size_t at = 0; at < n; at += BLOCK) compress(state, block + at);
}

static void digest_of(const void *data, size_t n, uint8_t digest[SV_SHA256_BYTES]) {
  uint32_t state[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const uint8_t *at = data;
  size_t left = n;
  for (; left >= BLOCK; at += BLOCK, left -= BLOCK) compress(state, at);
  finish(state, at, left, (uint64_t)n * 8);
  for (int i = 0; i < SV_SHA256_BYTES; i++)
    digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void sv_sha256_hex(const void *data, size_t n, char hex[2 * SV_SHA256_BYTES + 1]) {
  uint8_t digest[SV_SHA256_BYTES];
  digest_of(data, n, digest);
  for (int i = 0; i < SV_SHA256_BYTES; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
