/* Reads and writes MessagePack, the format in which agents may ask for catalogs. The format byte of each value holds
 * its type and, for short ones, its length or value. Extension types are rejected. Integers must fit 64 bits with a
 * sign. */
#include "server/routes/msgpack.h"
#include "base/check.h"

#include "base/stack.h"
#include "base/utf8.h"

/* --- reading --- */

struct reader {
  struct arena *arena;
  const unsigned char *at, *end, *begin;
  unsigned depth;
  str error;
};

static bool read_object(struct reader *r, value *out);

static bool wrong(struct reader *r, const char *what)
{
  if (r->error.n == 0) r->error = arena_printf(r->arena, "%s at byte %zu", what, (size_t)(r->at - r->begin));
  return false;
}

static bool left(struct reader *r, uint64_t n)
{
  return (uint64_t)(r->end - r->at) >= n || wrong(r, "it ends too early");
}

static bool take_number(struct reader *r, unsigned bytes, uint64_t *out)
{
  if (!left(r, bytes)) return false;
  *out = 0;
  for (unsigned i = 0; i < bytes; i++) *out = *out << 8 | *r->at++;
  return true;
}

static bool read_text(struct reader *r, uint64_t n, value *out)
{
  if (!left(r, n)) return false;
  if (n > UINT32_MAX) return wrong(r, "a text is too long");
  const str text = str_n((const char *)r->at, (size_t)n);
  /* Text that is not UTF-8 is kept as bytes. */
  *out = utf8_invalid_at(text) == SIZE_MAX ? value_str(text) : value_str_bytes(text);
  r->at += n;
  return true;
}

/* Each element takes at least one byte, so a wrong count cannot allocate much more than the input. */
static bool read_array(struct reader *r, uint64_t n, value *out)
{
  if (!left(r, n)) return false;
  if (n > UINT32_MAX || ++r->depth > NESTING_LEVELS) return wrong(r, "it is nested too deep");
  struct array *all = array_new(r->arena, (uint32_t)n);
  for (uint32_t i = 0; i < n; i++) {
    if (!read_object(r, &all->items[i])) return false;
  }
  r->depth--;
  *out = value_array(all);
  return true;
}

static bool read_map(struct reader *r, uint64_t n, value *out)
{
  if (n > UINT32_MAX / 2 || ++r->depth > NESTING_LEVELS) return wrong(r, "it is nested too deep");
  if (!left(r, 2 * n)) return false;
  struct hash *all = hash_new(r->arena, (uint32_t)n);
  for (uint32_t i = 0; i < n; i++) {
    value key, v;
    if (!read_object(r, &key)) return false;
    if (key.kind == V_ARRAY || key.kind == V_HASH) return wrong(r, "a key is an array or a map");
    if (!read_object(r, &v)) return false;
    hash_put(all, r->arena, key, v);
  }
  r->depth--;
  *out = value_hash(all);
  return true;
}

static bool read_float(struct reader *r, unsigned bytes, value *out)
{
  uint64_t bits;
  if (!take_number(r, bytes, &bits)) return false;
  double d;
  if (bytes == 4) {
    const uint32_t narrow = (uint32_t)bits;
    float f;
    memcpy(&f, &narrow, sizeof f);
    d = (double)f;
  } else {
    memcpy(&d, &bits, sizeof d);
  }
  *out = value_float(d);
  return true;
}

static bool read_unsigned(struct reader *r, unsigned bytes, value *out)
{
  uint64_t u;
  if (!take_number(r, bytes, &u)) return false;
  if (u > INT64_MAX) return wrong(r, "not supported: an integer beyond 64 bits");
  *out = value_int((int64_t)u);
  return true;
}

static bool read_signed(struct reader *r, unsigned bytes, value *out)
{
  uint64_t u;
  if (!take_number(r, bytes, &u)) return false;
  /* Shifting left and back extends the sign. */
  const unsigned shift = 64 - 8 * bytes;
  *out = value_int((int64_t)(u << shift) >> shift);
  return true;
}

/* Reads a length of `bytes` bytes, then an object of this length. */
static bool read_long(struct reader *r, unsigned bytes, bool (*read)(struct reader *r, uint64_t n, value *out),
                      value *out)
{
  uint64_t n;
  return take_number(r, bytes, &n) && read(r, n, out);
}

static bool read_object(struct reader *r, value *out)
{
  if (!left(r, 1)) return false;
  const unsigned b = *r->at++;
  if (b <= 0x7f) return *out = value_int((int64_t)b), true;
  if (b <= 0x8f) return read_map(r, b & 0x0f, out);
  if (b <= 0x9f) return read_array(r, b & 0x0f, out);
  if (b <= 0xbf) return read_text(r, b & 0x1f, out);
  if (b >= 0xe0) return *out = value_int((int64_t)b - 256), true;
  switch (b) {
  case 0xc0: *out = VALUE_UNDEF; return true;
  case 0xc2:
  case 0xc3: *out = value_bool(b == 0xc3); return true;
  case 0xc4:
  case 0xc5:
  case 0xc6: return read_long(r, 1U << (b - 0xc4), read_text, out);
  case 0xca:
  case 0xcb: return read_float(r, b == 0xca ? 4 : 8, out);
  case 0xcc:
  case 0xcd:
  case 0xce:
  case 0xcf: return read_unsigned(r, 1U << (b - 0xcc), out);
  case 0xd0:
  case 0xd1:
  case 0xd2:
  case 0xd3: return read_signed(r, 1U << (b - 0xd0), out);
  case 0xd9:
  case 0xda:
  case 0xdb: return read_long(r, 1U << (b - 0xd9), read_text, out);
  case 0xdc:
  case 0xdd: return read_long(r, b == 0xdc ? 2 : 4, read_array, out);
  case 0xde:
  case 0xdf: return read_long(r, b == 0xde ? 2 : 4, read_map, out);
  default: r->at--; return wrong(r, "not supported: an extension type");
  }
}

bool msgpack_read(struct arena *a, str data, value *out, str *error)
{
  assert(out != NULL && error != NULL);
  struct reader r = {.arena = a,
                     .at = (const unsigned char *)data.p,
                     .begin = (const unsigned char *)data.p,
                     .end = (const unsigned char *)data.p + data.n,
                     .error = STR_EMPTY};
  const bool ok = read_object(&r, out) && (r.at == r.end || wrong(&r, "something follows"));
  if (!ok) *error = r.error;
  return ok;
}

/* --- writing --- */

static void put_number(struct buf *out, unsigned tag, uint64_t n, unsigned bytes)
{
  char b[9];
  b[0] = (char)tag;
  for (unsigned i = 0; i < bytes; i++) b[1 + i] = (char)(n >> 8 * (bytes - 1 - i));
  buf_append(out, b, 1 + bytes);
}

/* The shortest form for the length: one, two or four bytes; `one` 0: arrays and maps have no form with one byte. */
static void put_length(struct buf *out, size_t n, unsigned one, unsigned two)
{
  if (one != 0 && n <= 0xff) put_number(out, one, n, 1);
  else if (n <= 0xffff) put_number(out, two, n, 2);
  else put_number(out, two + 1, n, 4);
}

static void put_text(struct buf *out, str s)
{
  if (s.n < 32) buf_char(out, (char)(0xa0 | s.n));
  else put_length(out, s.n, 0xd9, 0xda);
  buf_str(out, s);
}

static void put_int(struct buf *out, int64_t i)
{
  const uint64_t u = (uint64_t)i;
  if (i >= -32 && i < 128) buf_char(out, (char)i);
  else if (i >= 0 && u <= 0xff) put_number(out, 0xcc, u, 1);
  else if (i >= 0 && u <= 0xffff) put_number(out, 0xcd, u, 2);
  else if (i >= 0 && u <= 0xffffffff) put_number(out, 0xce, u, 4);
  else if (i >= 0) put_number(out, 0xcf, u, 8);
  else if (i >= INT8_MIN) put_number(out, 0xd0, u, 1);
  else if (i >= INT16_MIN) put_number(out, 0xd1, u, 2);
  else if (i >= INT32_MIN) put_number(out, 0xd2, u, 4);
  else put_number(out, 0xd3, u, 8);
}

static void put_float(struct buf *out, double d)
{
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  put_number(out, 0xcb, bits, 8);
}

/* Kinds that MessagePack lacks are written as their text. */
static void put_other(struct buf *out, value v)
{
  struct buf text = BUF_HEAP;
  value_render(&text, v);
  put_text(out, buf_view(&text));
  buf_free(&text);
}

void msgpack_write(struct buf *out, value v)
{
  switch (v.kind) {
  case V_UNDEF: buf_char(out, (char)0xc0); return;
  case V_BOOL: buf_char(out, (char)(v.boolean ? 0xc3 : 0xc2)); return;
  case V_INT: put_int(out, v.integer); return;
  case V_FLOAT: put_float(out, v.number); return;
  case V_STRING:
    if (!v.bytes) {
      put_text(out, value_text(v));
      return;
    }
    __attribute__((fallthrough));
  case V_BINARY:
    put_length(out, v.length, 0xc4, 0xc5);
    buf_str(out, value_text(v));
    return;
  case V_ARRAY:
    if (v.array->n < 16) buf_char(out, (char)(0x90 | v.array->n));
    else put_length(out, v.array->n, 0, 0xdc);
    for (uint32_t i = 0; i < v.array->n; i++) msgpack_write(out, v.array->items[i]);
    return;
  case V_HASH:
    if (v.hash->n < 16) buf_char(out, (char)(0x80 | v.hash->n));
    else put_length(out, v.hash->n, 0, 0xde);
    for (uint32_t i = 0; i < v.hash->n; i++) {
      msgpack_write(out, v.hash->entries[i].key);
      msgpack_write(out, v.hash->entries[i].value);
    }
    return;
  default: put_other(out, v); return;
  }
}
