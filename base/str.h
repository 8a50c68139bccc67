/* Strings with a length. A `str` borrows its bytes, is passed by value, may contain NUL bytes and is not
 * NUL-terminated. Text from parsers is UTF-8; a `str` itself has no encoding. */
#ifndef FICELLE_BASE_STR_H
#define FICELLE_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct str {
  const char *p;
  size_t n;
} str;

#define STR(literal) ((str){"" literal, sizeof(literal) - 1})
#define STR_EMPTY ((str){"", 0})
/* For printf's "%.*s". */
#define STR_FMT(s) (int)(s).n, (s).p

static inline str str_of(const char *z) { return (str){z, strlen(z)}; }
static inline str str_n(const char *p, size_t n) { return (str){p, n}; }
static inline bool str_eq(str a, str b) { return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0); }
static inline bool str_eqz(str a, const char *z) { return str_eq(a, str_of(z)); }
static inline bool str_starts(str s, str prefix) { return s.n >= prefix.n && memcmp(s.p, prefix.p, prefix.n) == 0; }
static inline bool str_ends(str s, str suffix)
{
  return s.n >= suffix.n && memcmp(s.p + s.n - suffix.n, suffix.p, suffix.n) == 0;
}
/* The part from byte `from` on; empty if `from` is after the end. */
static inline str str_from(str s, size_t from)
{
  return from >= s.n ? (str){s.p + s.n, 0} : (str){s.p + from, s.n - from};
}
static inline str str_sub(str s, size_t from, size_t n)
{
  s = str_from(s, from);
  if (n < s.n) s.n = n;
  return s;
}

/* Copies as much as fits into `size` bytes, and adds a NUL byte. */
void str_copy(char *to, size_t size, str from);
/* Compares bytes like memcmp (<0, 0, >0); a prefix comes first. */
int str_cmp(str a, str b);
/* The same for qsort(), of an array of strings. */
static inline int str_order(const void *a, const void *b) { return str_cmp(*(const str *)a, *(const str *)b); }
/* Like Ruby's casecmp: ignores the case of ASCII letters only. */
int str_casecmp(str a, str b);
bool str_caseeq(str a, str b);
/* Byte offset of the first `c` / first occurrence of `needle` at or after `from`, or SIZE_MAX. */
size_t str_index(str s, char c, size_t from);
size_t str_find(str s, str needle, size_t from);
/* Removes and returns the part before the next `separator`, and the separator; without one the whole text. */
str str_cut(str *rest, char separator);
bool str_is_ascii(str s);
/* Removes leading and trailing ASCII white space. */
str str_trim(str s);
/* Whether it is one of `words`, which are separated by blanks. */
bool str_among(str word, const char *words);
/* Whether it consists of digits and is not empty. */
bool str_is_digits(str s);
/* Whether it consists of ASCII letters, digits and underscores and is not empty. */
bool str_is_word(str s);
/* 64-bit hash, keyed per process so that chosen keys cannot degrade a table. */
unsigned long long str_hash(str s);

static inline bool ascii_is_digit(int c) { return c >= '0' && c <= '9'; }
/* Returns the end of the digits that begin at byte `at`. */
static inline size_t str_digits(str s, size_t at)
{
  while (at < s.n && ascii_is_digit(s.p[at])) at++;
  return at;
}
static inline bool ascii_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/* Returns the end of the ASCII white space that begins at byte `at`. */
static inline size_t str_spaces(str s, size_t at)
{
  while (at < s.n && ascii_is_space(s.p[at])) at++;
  return at;
}
static inline bool ascii_is_lower(int c) { return c >= 'a' && c <= 'z'; }
static inline bool ascii_is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static inline bool ascii_is_alpha(int c) { return ascii_is_lower(c) || ascii_is_upper(c); }
static inline int ascii_lower(int c) { return ascii_is_upper(c) ? c + 32 : c; }
/* Returns the value of a hexadecimal digit; -1: another character. */
static inline int ascii_hex(int c)
{
  if (ascii_is_digit(c)) return c - '0';
  return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f' ? ascii_lower(c) - 'a' + 10 : -1;
}
static inline int ascii_upper(int c) { return ascii_is_lower(c) ? c - 32 : c; }
/* A letter, digit or underscore: the ASCII part of a regular expression's \w. */
static inline bool ascii_is_word(int c) { return ascii_is_alpha(c) || ascii_is_digit(c) || c == '_'; }

#endif
