// sha256.h -- SHA-256 of a text (FIPS 180-4), as witnesses name the files that they are about.

#ifndef SV_SHA256_H
#define SV_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SV_SHA256_BYTES = 32 };

// As digits, with a NUL behind them.
void sv_sha256_hex(const void *, size_t n, char hex[2 * SV_SHA256_BYTES + 1]);

#endif
