/* Common parts of all commands: names, versions, times, plain data. */
#include "indirector/wire/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/double.h"
#include "base/json_write.h"
#include "compiler/types/object.h"
#include "compiler/types/rich_data.h"
#include "compiler/types/value_json.h"
#include "compiler/values/context.h"
#include "indirector/wire/wire_internal.h"

static const struct {
  const char *name;
  int version;
} kinds[WIRE_KIND_COUNT] = {
  [WIRE_REPLACE_FACTS] = {"replace facts", 5},
  [WIRE_REPLACE_CATALOG] = {"replace catalog", 9},
  [WIRE_STORE_REPORT] = {"store report", 8},
  [WIRE_DEACTIVATE_NODE] = {"deactivate node", 3},
  [WIRE_REPLACE_INPUTS] = {"replace catalog inputs", 1},
};

const char *wire_name(enum wire_kind kind) { return kinds[kind].name; }
int wire_version(enum wire_kind kind) { return kinds[kind].version; }

static bool same_name(str given, const char *name)
{
  if (given.n != strlen(name)) return false;
  for (size_t i = 0; i < given.n; i++) {
    if (given.p[i] != name[i] && (given.p[i] != '_' || name[i] != ' ')) return false;
  }
  return true;
}

enum wire_kind wire_kind_named(str name)
{
  int kind = 0;
  while (kind < WIRE_KIND_COUNT && !same_name(name, kinds[kind].name)) kind++;
  return (enum wire_kind)kind;
}

value wire_text_or_null(str s) { return s.n > 0 ? value_str(s) : VALUE_UNDEF; }

str wire_text(struct arena *a, value payload)
{
  struct buf out = BUF_IN(a);
  value_print_json(&out, payload);
  return buf_view(&out);
}

/* --- times --- */

static str with_zone(struct arena *a, const struct tm *tm, long nanoseconds, str zone)
{
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", tm);
  return arena_printf(a, "%s.%03ld%.*s", text, nanoseconds / 1000000, STR_FMT(zone));
}

static str zone_text(struct arena *a, long seconds)
{
  const long minutes = labs(seconds) / 60;
  return arena_printf(a, "%c%02ld:%02ld", seconds < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

str wire_time(struct arena *a, struct timespec t)
{
  struct tm tm;
  localtime_r(&t.tv_sec, &tm);
  return with_zone(a, &tm, t.tv_nsec, zone_text(a, tm.tm_gmtoff));
}

str wire_time_utc(struct arena *a, struct timespec t)
{
  struct tm tm;
  gmtime_r(&t.tv_sec, &tm);
  return with_zone(a, &tm, t.tv_nsec, STR("Z"));
}

/* Reads a fixed number of digits; -1: other characters. */
static int digits(str s, size_t at, int n)
{
  int out = 0;
  if (at + (size_t)n > s.n) return -1;
  for (int i = 0; i < n; i++) {
    const int c = (unsigned char)s.p[at + (size_t)i];
    if (!ascii_is_digit(c)) return -1;
    out = out * 10 + (c - '0');
  }
  return out;
}

static bool read_clock(str s, struct tm *tm)
{
  static const struct {
    uint8_t at, n;
    char before;
  } parts[] = {{0, 4, 0}, {5, 2, '-'}, {8, 2, '-'}, {11, 2, 'T'}, {14, 2, ':'}, {17, 2, ':'}};
  int found[6];
  for (size_t i = 0; i < 6; i++) {
    found[i] = digits(s, parts[i].at, parts[i].n);
    if (found[i] < 0) return false;
    const char before = i > 0 ? s.p[parts[i].at - 1] : 0;
    if (before != parts[i].before && (i != 3 || before != ' ')) return false;
  }
  *tm = (struct tm){.tm_year = found[0] - 1900,
                    .tm_mon = found[1] - 1,
                    .tm_mday = found[2],
                    .tm_hour = found[3],
                    .tm_min = found[4],
                    .tm_sec = found[5],
                    .tm_isdst = -1};
  return tm->tm_mon >= 0 && tm->tm_mon < 12 && tm->tm_mday >= 1 && tm->tm_mday <= 31 && tm->tm_hour < 24 &&
         tm->tm_min < 60 && tm->tm_sec <= 60;
}

static bool read_fraction(str s, size_t *at, long *nanoseconds)
{
  *nanoseconds = 0;
  if (*at >= s.n || s.p[*at] != '.') return true;
  long unit = 100000000;
  const size_t from = ++*at;
  for (; *at < s.n && ascii_is_digit((unsigned char)s.p[*at]); ++*at, unit /= 10)
    *nanoseconds += (s.p[*at] - '0') * unit;
  return *at > from;
}

/* "Z", "+01:00", "+0100", " +01:00", "UTC", or nothing for local time. */
static bool read_zone(struct arena *a, str s, struct tm *tm, str *zone, long *offset)
{
  s = str_trim(s);
  *offset = 0;
  *zone = STR("Z");
  if (str_eqz(s, "Z") || str_eqz(s, "UTC")) return true;
  if (s.n == 0) {
    struct tm local = *tm;
    mktime(&local);
    *offset = local.tm_gmtoff;
  } else {
    const bool colon = s.n == 6 && s.p[3] == ':';
    const int hours = digits(s, 1, 2), minutes = digits(s, colon ? 4 : 3, 2);
    if ((s.p[0] != '+' && s.p[0] != '-') || (s.n != 5 && !colon) || hours < 0 || hours > 24 || minutes < 0 ||
        minutes > 59)
      return false;
    *offset = (hours * 60L + minutes) * 60;
    if (s.p[0] == '-') *offset = -*offset;
  }
  *zone = zone_text(a, *offset);
  return true;
}

bool wire_time_later(struct arena *a, str text, double seconds, str *out)
{
  struct tm tm;
  str zone;
  size_t at = 19;
  long nanoseconds, offset;
  if (!read_clock(text, &tm) || !read_fraction(text, &at, &nanoseconds) ||
      !read_zone(a, str_from(text, at), &tm, &zone, &offset) || !(fabs(seconds) < 1e9)) {
    return false;
  }
  const double whole = double_floor(seconds);
  struct tm plain = tm;
  time_t moment = timegm(&plain) + (time_t)whole;
  nanoseconds += (long)((seconds - whole) * 1e9);
  if (nanoseconds >= 1000000000) {
    nanoseconds -= 1000000000;
    moment++;
  }
  gmtime_r(&moment, &tm); /* in the local time of the text, whose zone is kept */
  *out = with_zone(a, &tm, nanoseconds, zone);
  return true;
}

/* --- plain data --- */

struct plainly {
  struct arena *arena;
  uint32_t *secrets;
  value v;
};

/* Whether a value contains hashes of rich data; plain data is shared instead of copied. */
static bool is_rich(value v, uint32_t depth)
{
  nesting_step(depth);
  if (!value_is_json(v)) return true;
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (is_rich(v.array->items[i], depth + 1)) return true;
  }
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    if (e->key.kind != V_STRING || str_eqz(value_text(e->key), "__ptype") || is_rich(e->value, depth + 1)) return true;
  }
  return false;
}

static value secret_text(struct plainly *p)
{
  return value_str(arena_printf(p->arena, "#<Sensitive [value redacted]:%u>", ++*p->secrets));
}

/* The result of Puppet's to_s. */
static value text_of(struct plainly *p, value v)
{
  if (v.kind == V_SENSITIVE) return secret_text(p);
  if (v.kind == V_TYPE && v.type->kind == T_OBJECT && v.type->object.def->name.n > 0)
    return value_str(v.type->object.def->name);
  struct buf out = BUF_IN(p->arena);
  value_render(&out, v);
  return value_str(buf_view(&out));
}

static value flatten(struct plainly *p, value v, uint32_t depth);

/* An object of a type that only its environment defines. */
static value unknown_object(struct plainly *p, str name, const struct hash *h)
{
  struct hash *attributes = hash_new(p->arena, h->n);
  struct buf out = BUF_IN(p->arena);
  for (uint32_t i = 0; i < h->n; i++) {
    if (str_eqz(value_text(h->entries[i].key), "__ptype")) continue;
    hash_put(attributes, p->arena, h->entries[i].key, h->entries[i].value);
  }
  buf_printf(&out, "%.*s(", STR_FMT(name));
  value_inspect(&out, value_hash(attributes));
  buf_char(&out, ')');
  return value_str(buf_view(&out));
}

static value flatten_hash(struct plainly *p, const struct hash *h, uint32_t depth)
{
  const value *name = hash_get_str(h, STR("__ptype"));
  if (name != NULL && name->kind == V_STRING) return unknown_object(p, value_text(*name), h);
  struct hash *out = hash_new(p->arena, h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    value key = h->entries[i].key;
    if (key.kind != V_STRING) key = text_of(p, key);
    if (str_eqz(value_text(key), "__ptype") || str_eqz(value_text(key), "__pvalue")) {
      key = value_str(arena_printf(p->arena, "reserved key: %.*s", STR_FMT(value_text(key))));
    }
    hash_put(out, p->arena, key, flatten(p, h->entries[i].value, depth + 1));
  }
  return value_hash(out);
}

static value flatten(struct plainly *p, value v, uint32_t depth)
{
  nesting_step(depth);
  if (v.kind == V_ARRAY) {
    struct array *out = array_new(p->arena, v.array->n);
    for (uint32_t i = 0; i < out->n; i++) out->items[i] = flatten(p, v.array->items[i], depth + 1);
    return value_array(out);
  }
  if (v.kind == V_HASH) return flatten_hash(p, v.hash, depth);
  return !value_is_json(v) ? text_of(p, v) : v;
}

static void read_rich(struct context *c, void *arg)
{
  value *v = arg;
  *v = value_from_rich_data(c, NULL, *v, true);
}

static void make_plain(struct context *c, void *arg)
{
  struct plainly *p = arg;
  struct context inner;
  value read = p->v;
  (void)c;
  if (!is_rich(p->v, 0)) return;
  context_init(&inner, p->arena);
  const bool ok = context_protect(&inner, read_rich, &read);
  p->v = flatten(p, ok ? read : p->v, 0);
}

value wire_plain(struct arena *a, value v, uint32_t *secrets, str *error)
{
  struct plainly p = {a, secrets, v};
  struct context c;
  context_init(&c, a);
  const bool ok = context_protect(&c, make_plain, &p);
  if (ok) return p.v;
  *error = context_message(&c);
  return VALUE_UNDEF;
}
