/* A table of the algorithms with their three functions each, made by macros, and the loop that calls them. */
#include "base/digest.h"
#include "base/check.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/crypto_library.h"

/* OpenSSL's functions of each algorithm. The EVP interface, which OpenSSL prefers, reads its configuration and loads a
 * provider: 2 MiB and 3 milliseconds for a run that only compares some files. */
union digest_state {
  MD5_CTX md5;
  SHA_CTX sha1;
  SHA256_CTX sha256;
  SHA512_CTX sha512;
};

#define DIGEST(NAME, upper, member, lower, bytes)                                                       \
  static int lower##_init(union digest_state *s) { return crypto_library()->upper##_Init(&s->member); } \
  static int lower##_update(union digest_state *s, const void *data, size_t n)                          \
  {                                                                                                     \
    return crypto_library()->upper##_Update(&s->member, data, n);                                       \
  }                                                                                                     \
  static int lower##_final(unsigned char *out, union digest_state *s)                                   \
  {                                                                                                     \
    return crypto_library()->upper##_Final(out, &s->member);                                            \
  }
#include "base/digest.def"
#undef DIGEST

static const struct digest {
  const char *name;
  unsigned bytes;
  int (*init)(union digest_state *s);
  int (*update)(union digest_state *s, const void *data, size_t n);
  int (*final)(unsigned char *out, union digest_state *s);
} digests[] = {
#define DIGEST(NAME, upper, member, lower, bytes) {NAME, bytes, lower##_init, lower##_update, lower##_final},
#include "base/digest.def"
#undef DIGEST
};

static const struct digest *digest_of(str algorithm)
{
  for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
    if (str_eqz(algorithm, digests[i].name)) return &digests[i];
  }
  return NULL;
}

unsigned digest_size(str algorithm)
{
  const struct digest *d = digest_of(algorithm);
  return d != NULL ? d->bytes : 0;
}

bool digest_bytes(const char *algorithm, str data, unsigned char out[DIGEST_MAX_BYTES], unsigned *n)
{
  assert(algorithm != NULL && n != NULL);
  const struct digest *d = digest_of(str_of(algorithm));
  union digest_state state;
  if (d == NULL) return false;
  *n = d->bytes;
  return d->init(&state) == 1 && d->update(&state, data.p, data.n) == 1 && d->final(out, &state) == 1;
}

static str hex_of(struct arena *a, const unsigned char *bytes, unsigned n)
{
  char *text = arena_alloc(a, (size_t)n * 2 + 1);
  for (unsigned i = 0; i < n; i++) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  text[2 * n] = '\0';
  return str_n(text, (size_t)n * 2);
}

bool digest_hex(struct arena *a, const char *algorithm, str data, str *hex)
{
  assert(algorithm != NULL && hex != NULL);
  unsigned char bytes[DIGEST_MAX_BYTES];
  unsigned n;
  if (!digest_bytes(algorithm, data, bytes, &n)) return false;
  *hex = hex_of(a, bytes, n);
  return true;
}

bool digest_fd(struct arena *a, const char *algorithm, int fd, size_t limit, str *hex)
{
  assert(algorithm != NULL && fd >= 0 && hex != NULL);
  const struct digest *d = digest_of(str_of(algorithm));
  union digest_state state;
  unsigned char bytes[DIGEST_MAX_BYTES], block[65536];
  bool ok = d != NULL && d->init(&state) == 1;
  int why = EINVAL;
  while (ok && limit > 0) {
    const ssize_t got = read(fd, block, limit < sizeof block ? limit : sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      why = errno;
      ok = false;
    }
    if (got <= 0) break;
    limit -= (size_t)got;
    ok = d->update(&state, block, (size_t)got) == 1;
  }
  ok = ok && d->final(bytes, &state) == 1;
  if (ok) *hex = hex_of(a, bytes, d->bytes);
  else errno = why;
  return ok;
}
