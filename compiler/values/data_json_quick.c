/* Reads valid JSON into values in one pass. Catalogs have thousands of hashes, for which a jansson tree takes three
 * times the memory of the values and most of the time. False means that jansson must read the text: it may be invalid,
 * or contain something rare (deep nesting, long numbers). So this reader has no error messages, but must reject
 * whatever jansson rejects. */
#include <stdlib.h>

#include "base/utf8.h"
#include "compiler/values/data_json.h"

enum {
  /* Far below the stack's limit, and above the nesting of real data. */
  QUICK_DEPTH = 200,
  QUICK_DIGITS = 18, /* fit 64 bits */
  QUICK_NUMBER = 64,
  KNOWN = 512, /* a power of 2 */
  KNOWN_BYTES = 64
};

struct quick {
  struct arena *arena;
  const char *at, *end;
  struct valuevec stack; /* the items of containers that are not closed yet */
  str known[KNOWN];      /* one copy of each key and short text, which occur many times */
  unsigned depth;
};

static bool read_value(struct quick *q, value *out);

static void skip_blanks(struct quick *q)
{
  while (q->at < q->end && (*q->at == ' ' || *q->at == '\n' || *q->at == '\r' || *q->at == '\t')) q->at++;
}

static bool take(struct quick *q, char c)
{
  if (q->at == q->end || *q->at != c) return false;
  q->at++;
  return true;
}

static bool take_word(struct quick *q, str word)
{
  if ((size_t)(q->end - q->at) < word.n || memcmp(q->at, word.p, word.n) != 0) return false;
  q->at += word.n;
  return true;
}

/* --- strings --- */

bool data_hex4(str s, uint32_t *out)
{
  *out = 0;
  if (s.n < 4) return false;
  for (int i = 0; i < 4; i++) {
    const int digit = ascii_hex(s.p[i]);
    if (digit < 0) return false;
    *out = *out << 4 | (uint32_t)digit;
  }
  return true;
}

static bool hex4(struct quick *q, uint32_t *out)
{
  const bool found = data_hex4(str_n(q->at, (size_t)(q->end - q->at)), out);
  q->at += found ? 4 : 0;
  return found;
}

static bool read_unicode(struct quick *q, struct buf *out)
{
  uint32_t cp, low;
  char bytes[4];
  if (!hex4(q, &cp) || (cp >= 0xDC00 && cp < 0xE000)) return false;
  if (cp >= 0xD800 && cp < 0xDC00) {
    if (!take(q, '\\') || !take(q, 'u') || !hex4(q, &low) || low < 0xDC00 || low >= 0xE000) return false;
    cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
  }
  buf_append(out, bytes, utf8_encode(cp, bytes));
  return true;
}

static bool read_escape(struct quick *q, struct buf *out)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  if (q->at == q->end) return false;
  const char c = *q->at++;
  if (c == 'u') return read_unicode(q, out);
  const char *which = c != '\0' ? strchr(from, c) : NULL;
  if (which != NULL) buf_char(out, to[which - from]);
  return which != NULL;
}

/* Reads up to the next quote, backslash or control character; JSON forbids the latter in strings. */
static str plain_part(struct quick *q)
{
  const char *from = q->at;
  while (q->at < q->end && *q->at != '"' && *q->at != '\\' && (unsigned char)*q->at >= 0x20) q->at++;
  return str_n(from, (size_t)(q->at - from));
}

/* Reads what follows the opening quote. Without escapes the result points into the input. */
static bool read_string(struct quick *q, str *out)
{
  *out = plain_part(q);
  if (take(q, '"')) return true;
  struct buf text = BUF_IN(q->arena);
  buf_str(&text, *out);
  while (take(q, '\\')) {
    if (!read_escape(q, &text)) return false;
    buf_str(&text, plain_part(q));
  }
  *out = buf_view(&text);
  return take(q, '"');
}

/* Copies a text into the arena; short texts that occur again share one copy. The table is a cache: a text replaces
 * another one in the same slot. */
static str kept(struct quick *q, str text)
{
  uint32_t code = 2166136261u;
  if (text.n > KNOWN_BYTES) return arena_str(q->arena, text);
  for (size_t i = 0; i < text.n; i++) code = (code ^ (unsigned char)text.p[i]) * 16777619u;
  str *known = &q->known[(code ^ code >> 16) & (KNOWN - 1)];
  if (known->p == NULL || !str_eq(*known, text)) *known = arena_str(q->arena, text);
  return *known;
}

/* --- numbers --- */

static size_t digits(struct quick *q)
{
  const char *from = q->at;
  while (q->at < q->end && *q->at >= '0' && *q->at <= '9') q->at++;
  return (size_t)(q->at - from);
}

static bool read_float(struct quick *q, const char *from, value *out)
{
  char text[QUICK_NUMBER];
  if (take(q, '.') && digits(q) == 0) return false;
  if (take(q, 'e') || take(q, 'E')) {
    if (!take(q, '-')) take(q, '+');
    if (digits(q) == 0) return false;
  }
  const size_t n = (size_t)(q->at - from);
  if (n >= sizeof text) return false;
  memcpy(text, from, n);
  text[n] = '\0';
  const double d = strtod(text, NULL);
  *out = value_float(d);
  return d - d == 0; /* not infinite */
}

static bool read_number(struct quick *q, value *out)
{
  const char *from = q->at;
  const bool negative = take(q, '-'), zero = q->at < q->end && *q->at == '0';
  const size_t n = digits(q);
  if (n == 0 || (zero && n > 1)) return false;
  if (q->at < q->end && (*q->at == '.' || *q->at == 'e' || *q->at == 'E')) return read_float(q, from, out);
  if (n > QUICK_DIGITS) return false;
  int64_t i = 0;
  for (const char *p = q->at - n; p < q->at; p++) i = i * 10 + (*p - '0');
  *out = value_int(negative ? -i : i);
  return true;
}

/* --- containers --- */

static bool read_array(struct quick *q, value *out)
{
  const uint32_t base = q->stack.n;
  value v;
  skip_blanks(q);
  if (!take(q, ']')) {
    do {
      if (!read_value(q, &v)) return false;
      valuevec_push(&q->stack, q->arena, v);
    } while (take(q, ','));
    if (!take(q, ']')) return false;
  }
  struct array *items = array_new(q->arena, q->stack.n - base);
  if (items->n > 0) memcpy(items->items, q->stack.items + base, items->n * sizeof *items->items);
  q->stack.n = base;
  *out = value_array(items);
  return true;
}

static bool read_pair(struct quick *q)
{
  str key;
  value v;
  skip_blanks(q);
  /* jansson rejects keys with a NUL. */
  if (!take(q, '"') || !read_string(q, &key) || str_index(key, '\0', 0) != SIZE_MAX) return false;
  valuevec_push(&q->stack, q->arena, value_str(kept(q, key)));
  skip_blanks(q);
  if (!take(q, ':') || !read_value(q, &v)) return false;
  valuevec_push(&q->stack, q->arena, v);
  return true;
}

static bool read_object(struct quick *q, value *out)
{
  const uint32_t base = q->stack.n;
  skip_blanks(q);
  if (!take(q, '}')) {
    do {
      if (!read_pair(q)) return false;
    } while (take(q, ','));
    if (!take(q, '}')) return false;
  }
  struct hash *h = hash_new(q->arena, (q->stack.n - base) / 2);
  for (uint32_t i = base; i < q->stack.n; i += 2) {
    hash_put_str(h, q->arena, value_text(q->stack.items[i]), q->stack.items[i + 1]);
  }
  q->stack.n = base;
  *out = value_hash(h);
  return true;
}

static bool read_bare(struct quick *q, value *out)
{
  str text;
  *out = VALUE_UNDEF;
  switch (q->at < q->end ? *q->at : '\0') {
  case '{': q->at++; return read_object(q, out);
  case '[': q->at++; return read_array(q, out);
  case '"':
    q->at++;
    if (!read_string(q, &text)) return false;
    *out = value_str(kept(q, text));
    return true;
  case 't': *out = value_bool(true); return take_word(q, STR("true"));
  case 'f': *out = value_bool(false); return take_word(q, STR("false"));
  case 'n': return take_word(q, STR("null"));
  default: return read_number(q, out);
  }
}

/* Reads a value and the blanks around it. */
static bool read_value(struct quick *q, value *out)
{
  if (++q->depth > QUICK_DEPTH) return false;
  skip_blanks(q);
  if (!read_bare(q, out)) return false;
  skip_blanks(q);
  q->depth--;
  return true;
}

bool data_json_quick(struct arena *a, str text, value *out)
{
  struct quick *q = ARENA_NEW(a, struct quick);
  *q = (struct quick){.arena = a, .at = text.p, .end = text.p + text.n};
  return utf8_invalid_at(text) == SIZE_MAX && read_value(q, out) && q->at == q->end;
}
