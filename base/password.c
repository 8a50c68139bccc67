/* Hashes passwords: crypt(3) from libcrypt (version 1 or 2), and PBKDF2 from libcrypto. */
#include "base/password.h"
#include "base/check.h"

#include <crypt.h>
#include <dlfcn.h>
#include <errno.h>

#include "base/crypto_library.h"

typedef char *crypt_fn(const char *phrase, const char *setting, struct crypt_data *data);

static crypt_fn *crypt_function(void)
{
  static crypt_fn *function;
  static const char *const names[] = {"libcrypt.so.1", "libcrypt.so.2"};
  for (size_t i = 0; function == NULL && i < sizeof names / sizeof *names; i++) {
    void *const handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    void *const found = handle != NULL ? dlsym(handle, "crypt_r") : NULL;
    memcpy(&function, &found, sizeof function);
  }
  return function;
}

bool password_crypt(struct arena *a, str password, str salt, str *hash, str *error)
{
  assert(hash != NULL && error != NULL);
  crypt_fn *const crypt_it = crypt_function();
  if (crypt_it == NULL) {
    *error = STR("the library libcrypt is not there");
    return false;
  }
  struct crypt_data *data = arena_zalloc(a, sizeof *data);
  errno = 0;
  const char *text = crypt_it(arena_strz(a, password), arena_strz(a, salt), data);
  if (text == NULL) {
    *error = arena_str(a, str_of(strerror(errno)));
    return false;
  }
  *hash = arena_str(a, str_of(text));
  return true;
}

bool password_pbkdf2(str password, str salt, unsigned iterations, unsigned char *out, size_t n)
{
  assert(out != NULL && n > 0);
  const struct crypto_library *const crypto = crypto_library();
  return crypto->PKCS5_PBKDF2_HMAC(password.p, (int)password.n, (const unsigned char *)salt.p, (int)salt.n,
                                   (int)iterations, crypto->EVP_sha512(), (int)n, out) == 1;
}
