/* Functions on strings that are too long to be inline in str.h. */
#include "base/str_hash.h"

#include <assert.h>
#include <sys/random.h>

int str_cmp(str a, str b)
{
  size_t n = a.n < b.n ? a.n : b.n;
  int c = n == 0 ? 0 : memcmp(a.p, b.p, n);
  if (c != 0) return c;
  return a.n < b.n ? -1 : a.n > b.n;
}

int str_casecmp(str a, str b)
{
  size_t n = a.n < b.n ? a.n : b.n;
  for (size_t i = 0; i < n; i++) {
    int x = ascii_lower((unsigned char)a.p[i]), y = ascii_lower((unsigned char)b.p[i]);
    if (x != y) return x < y ? -1 : 1;
  }
  return a.n < b.n ? -1 : a.n > b.n;
}

bool str_caseeq(str a, str b) { return a.n == b.n && str_casecmp(a, b) == 0; }

size_t str_index(str s, char c, size_t from)
{
  if (from >= s.n) return SIZE_MAX;
  const char *hit = memchr(s.p + from, c, s.n - from);
  return hit == NULL ? SIZE_MAX : (size_t)(hit - s.p);
}

size_t str_find(str s, str needle, size_t from)
{
  if (from > s.n || needle.n > s.n - from) return SIZE_MAX;
  if (needle.n == 0) return from;
  const char *hit = memmem(s.p + from, s.n - from, needle.p, needle.n);
  return hit == NULL ? SIZE_MAX : (size_t)(hit - s.p);
}

bool str_is_ascii(str s)
{
  size_t at = 0;
  while (at < s.n && (unsigned char)s.p[at] < 0x80) at++;
  return at == s.n;
}

str str_cut(str *rest, char separator)
{
  assert(rest != NULL && (rest->p != NULL || rest->n == 0));
  const size_t end = str_index(*rest, separator, 0);
  const str part = str_sub(*rest, 0, end);
  *rest = str_from(*rest, end == SIZE_MAX ? rest->n : end + 1);
  return part;
}

str str_trim(str s)
{
  assert(s.p != NULL || s.n == 0);
  while (s.n > 0 && ascii_is_space((unsigned char)s.p[0])) s.p++, s.n--;
  while (s.n > 0 && ascii_is_space((unsigned char)s.p[s.n - 1])) s.n--;
  return s;
}

uint64_t str__hash_key_now;

uint64_t str__hash_key_make(void)
{
  uint64_t key = 0;
  if (getrandom(&key, sizeof key, GRND_NONBLOCK) != (ssize_t)sizeof key) key = (uintptr_t)&str__hash_key_now;
  return str__hash_key_now = key | 1;
}

unsigned long long str_hash(str s) { return str_hash_inline(s); }

void str_copy(char *to, size_t size, str from)
{
  assert(size > 0);
  const size_t n = from.n < size ? from.n : size - 1;
  if (n > 0) memcpy(to, from.p, n);
  to[n] = '\0';
}

bool str_is_digits(str s) { return s.n > 0 && str_digits(s, 0) == s.n; }

bool str_is_word(str s)
{
  size_t i = 0;
  while (i < s.n && ascii_is_word(s.p[i])) i++;
  return i == s.n && s.n > 0;
}

bool str_among(str word, const char *words)
{
  for (const char *at = words, *end; *at != '\0'; at = *end != '\0' ? end + 1 : end) {
    end = strchrnul(at, ' ');
    if ((size_t)(end - at) == word.n && memcmp(at, word.p, word.n) == 0) return true;
  }
  return false;
}
