#include "base/digest.h"

#include "base/crypto_library.h"

bool digest_bytes(const char *algorithm, str data, unsigned char out[DIGEST_MAX_BYTES], unsigned *n)
{
  const struct crypto_library *const ssl = crypto_library();
  const EVP_MD *md = ssl->EVP_get_digestbyname(algorithm);
  return md != NULL && ssl->EVP_Digest(data.p, data.n, out, n, md, NULL) == 1;
}

bool digest_hex(struct arena *a, const char *algorithm, str data, str *hex)
{
  unsigned char bytes[DIGEST_MAX_BYTES];
  unsigned n;
  if (!digest_bytes(algorithm, data, bytes, &n)) return false;
  char *text = arena_alloc(a, (size_t)n * 2 + 1);
  for (unsigned i = 0; i < n; i++) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  text[2 * n] = '\0';
  *hex = str_n(text, (size_t)n * 2);
  return true;
}
