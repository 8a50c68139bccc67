#include "base/digest.h"

#include <errno.h>
#include <unistd.h>

#include "base/crypto_library.h"

bool digest_bytes(const char *algorithm, str data, unsigned char out[DIGEST_MAX_BYTES], unsigned *n)
{
  const struct crypto_library *const ssl = crypto_library();
  const EVP_MD *md = ssl->EVP_get_digestbyname(algorithm);
  return md != NULL && ssl->EVP_Digest(data.p, data.n, out, n, md, NULL) == 1;
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
  unsigned char bytes[DIGEST_MAX_BYTES];
  unsigned n;
  if (!digest_bytes(algorithm, data, bytes, &n)) return false;
  *hex = hex_of(a, bytes, n);
  return true;
}

bool digest_fd(struct arena *a, const char *algorithm, int fd, size_t limit, str *hex)
{
  const struct crypto_library *const ssl = crypto_library();
  const EVP_MD *md = ssl->EVP_get_digestbyname(algorithm);
  EVP_MD_CTX *c = md != NULL ? ssl->EVP_MD_CTX_new() : NULL;
  unsigned char bytes[DIGEST_MAX_BYTES], block[65536];
  unsigned n = 0;
  bool ok = c != NULL && ssl->EVP_DigestInit_ex(c, md, NULL) == 1;
  int why = ok ? 0 : EINVAL;
  while (ok && limit > 0) {
    const ssize_t got = read(fd, block, limit < sizeof block ? limit : sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      why = errno;
      ok = false;
    }
    if (got <= 0) break;
    limit -= (size_t)got;
    ok = ssl->EVP_DigestUpdate(c, block, (size_t)got) == 1;
  }
  ok = ok && ssl->EVP_DigestFinal_ex(c, bytes, &n) == 1;
  if (c != NULL) ssl->EVP_MD_CTX_free(c);
  if (ok) *hex = hex_of(a, bytes, n);
  else errno = why != 0 ? why : EINVAL;
  return ok;
}
