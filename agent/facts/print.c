/* Facts as JSON and YAML. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/facts/fact.h"
#include "base/json_write.h"

/* As Ruby prints a float: the shortest digits that read back as the same number, always with a point, with an
 * exponent below 0.0001 and from 1e15 on. Facts are finite. */
static str float_text(double value, char *text, size_t size)
{
  int digits = 0;
  do snprintf(text, size, "%.*e", digits, value);
  while (strtod(text, NULL) != value && ++digits < 17);
  int exponent = atoi(strchr(text, 'e') + 1);
  if (exponent >= -4 && exponent < 15)
    snprintf(text, size, "%.*f", digits - exponent > 1 ? digits - exponent : 1, value);
  else if (digits == 0) snprintf(text, size, "%.1e", value);
  return str_of(text);
}

static void json_begin_hash_(void *w) { json_begin_object(w); }
static void json_end_hash_(void *w) { json_end_object(w); }
static void json_begin_array_(void *w) { json_begin_array(w); }
static void json_end_array_(void *w) { json_end_array(w); }
static void json_key_(void *w, str key) { json_key(w, key); }
static void json_str_(void *w, str value) { json_str(w, value); }
static void json_int_(void *w, int64_t value) { json_int(w, value); }
static void json_real_(void *w, double value)
{
  char text[64];
  json_raw(w, float_text(value, text, sizeof text));
}
static void json_bool_(void *w, bool value) { json_bool(w, value); }
static void json_null_(void *w) { json_null(w); }

void fact_print_json(const struct fact *fact, bool pretty, struct buf *out)
{
  static const struct fact_sink sink = {
    json_begin_hash_, json_end_hash_, json_begin_array_, json_end_array_, json_key_,
    json_str_,        json_int_,      json_real_,        json_bool_,      json_null_,
  };
  struct json_writer w;
  json_init(&w, out, pretty);
  fact_emit(fact, &sink, &w);
  buf_char(out, '\n');
}

/* Whether YAML would read a text that begins with a digit as a number, a date or a time. */
static bool like_a_number(str s)
{
  unsigned dots = 0;
  if (str_starts(s, STR("0x")) || str_starts(s, STR("0o")) || str_starts(s, STR("0b"))) return true;
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    dots += c == '.';
    if (c == '%' || c == ' ' || (ascii_is_alpha(c) && ascii_lower(c) != 'e')) return false;
  }
  return dots < 2;
}

/* Whether the text can be written without quotes and is then read as this string. In doubt it is quoted, which is
 * always correct. */
static bool plain_yaml(str s)
{
  static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  if (s.n == 0 || s.p[s.n - 1] == ' ' || s.p[s.n - 1] == ':') return false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (str_caseeq(s, str_of(words[i]))) return false;
  unsigned char first = (unsigned char)s.p[0];
  if (ascii_is_digit(first) ? like_a_number(s) : !ascii_is_alpha(first) && first < 0x80) return false;
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    if (c < ' ' || c == 0x7f || (c == ':' && s.p[i + 1] == ' ') || (c == '#' && s.p[i - 1] == ' ')) return false;
  }
  return true;
}

static bool has_control(str s)
{
  for (size_t i = 0; i < s.n; i++)
    if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f) return true;
  return false;
}

static void yaml_string(str s, struct buf *out)
{
  if (plain_yaml(s)) {
    buf_str(out, s);
  } else if (has_control(s) || (s.n > 0 && !ascii_is_word((unsigned char)s.p[0]))) {
    json_quote(out, s); /* a JSON string is also a YAML string */
  } else {
    buf_char(out, '\'');
    for (size_t i = 0; i < s.n; i++) {
      buf_char(out, s.p[i]);
      if (s.p[i] == '\'') buf_char(out, '\'');
    }
    buf_char(out, '\'');
  }
}

static void indent(struct buf *out, unsigned depth)
{
  for (unsigned i = 0; i < depth; i++) buf_z(out, "  ");
}

/* `depth` is that of the lines of this value; the value begins after "key:" or "-" on the current line. */
static void yaml_value(const struct fact *f, unsigned depth, bool in_array, struct buf *out)
{
  char text[64];
  switch (f->kind) {
  case FACT_NULL: buf_z(out, "\n"); return;
  case FACT_BOOLEAN: buf_z(out, f->boolean ? " true\n" : " false\n"); return;
  case FACT_INTEGER: buf_printf(out, " %lld\n", (long long)f->integer); return;
  case FACT_FLOAT: buf_printf(out, " %s\n", float_text(f->real, text, sizeof text).p); return;
  case FACT_STRING:
    buf_char(out, ' ');
    yaml_string(f->string, out);
    buf_char(out, '\n');
    return;
  case FACT_ARRAY:
  case FACT_HASH: break;
  }
  bool hash = f->kind == FACT_HASH;
  if (!f->first) {
    buf_z(out, hash ? " {}\n" : " []\n");
    return;
  }
  bool same_line = in_array; /* "- a: 1" */
  buf_z(out, same_line ? " " : "\n");
  for (const struct fact *c = f->first; c; c = c->next) {
    if (!same_line) indent(out, depth);
    same_line = false;
    if (hash) {
      yaml_string(c->key, out);
      buf_char(out, ':');
      /* Ruby does not indent an array below its key. */
      yaml_value(c, c->kind == FACT_ARRAY ? depth : depth + 1, false, out);
    } else {
      buf_char(out, '-');
      yaml_value(c, depth + 1, true, out);
    }
  }
}

void fact_print_yaml(const struct fact *fact, struct buf *out)
{
  buf_z(out, "---");
  yaml_value(fact, 0, false, out);
}
