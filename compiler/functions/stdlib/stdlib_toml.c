/* stdlib's to_toml: first the simple values of a table, then its tables, then its arrays of tables, each in
 * the order of their keys. */
#include <stdlib.h>

#include "compiler/functions/stdlib/stdlib.h"

struct toml {
  struct fn_call *call;
  struct buf out;
};

static void put_tables(struct toml *t, const struct hash *h, str prefix);

/* Whether a line of the key has only letters, digits, "-" and "_". As in stdlib, a single such line is enough. */
static bool is_bare(str key)
{
  str line;
  for (size_t at = 0; fn_next_line(key, &at, &line);) {
    size_t i = 0;
    while (i < line.n && (ascii_is_word(line.p[i]) || line.p[i] == '-')) i++;
    if (i == line.n) return true;
  }
  return false;
}

static str key_text(struct toml *t, value key)
{
  str text = fn_to_s(t->call, key);
  if (is_bare(text)) return text;
  if (key.kind != V_STRING) fn_no_method(t->call, "gsub", key);
  struct buf b = BUF_IN(t->call->arena);
  buf_char(&b, '"');
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '"') buf_char(&b, '\\');
    buf_char(&b, text.p[i]);
  }
  buf_char(&b, '"');
  return buf_finish(&b);
}

/* Writes a value like Ruby's inspect. As in stdlib, "#{" is not escaped in a string, but in an array. */
static void put_value(struct toml *t, value v)
{
  if (v.kind == V_REGEX) {
    ruby_inspect(&t->out, value_str(fn_inspect(t->call, v)));
    return;
  }
  str text = fn_inspect(t->call, v);
  for (size_t i = 0; i < text.n; i++) {
    bool escaped = v.kind == V_STRING && i + 2 < text.n && text.p[i] == '\\' && text.p[i + 1] == '#' &&
                   strchr("$@{", text.p[i + 2]) != NULL;
    if (!escaped) buf_char(&t->out, text.p[i]);
  }
}

static int by_key(const void *a, const void *b)
{
  const struct hash_entry *const *x = a, *const *y = b;
  value k = (*x)->key, l = (*y)->key;
  return k.kind == V_STRING ? str_cmp(value_text(k), value_text(l)) : value_compare_numbers(k, l);
}

static bool comparable(value a, value b)
{
  return (a.kind == V_STRING && b.kind == V_STRING) || (value_is_number(a) && value_is_number(b));
}

static const struct hash_entry **sorted(struct toml *t, const struct hash *h)
{
  const struct hash_entry **entries = arena_array(t->call->arena, h->n, sizeof *entries);
  for (uint32_t i = 0; i < h->n; i++) {
    entries[i] = &h->entries[i];
    if (i > 0 && !comparable(h->entries[0].key, h->entries[i].key)) {
      FN_FAIL(t->call, "comparison of %s with %s failed", ruby_class(h->entries[0].key),
              value_is_number(h->entries[i].key) || h->entries[i].key.kind == V_UNDEF
                ? fn_inspect(t->call, h->entries[i].key).p
                : ruby_class(h->entries[i].key));
    }
  }
  qsort(entries, h->n, sizeof *entries, by_key);
  return entries;
}

enum kind { SIMPLE, TABLE, TABLES };

static enum kind kind_of(value v)
{
  if (v.kind == V_HASH) return TABLE;
  return v.kind == V_ARRAY && v.array->n > 0 && v.array->items[0].kind == V_HASH ? TABLES : SIMPLE;
}

static bool has_simple(const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    if (kind_of(h->entries[i].value) == SIMPLE) return true;
  }
  return false;
}

static str joined(struct toml *t, str prefix, str key)
{
  return arena_printf(t->call->arena, "%.*s%s%.*s", STR_FMT(prefix), prefix.n > 0 ? "." : "", STR_FMT(key));
}

static void put_entry(struct toml *t, const struct hash_entry *e, str prefix)
{
  str key = key_text(t, e->key);
  switch (kind_of(e->value)) {
  case SIMPLE:
    buf_str(&t->out, key);
    buf_z(&t->out, " = ");
    put_value(t, e->value);
    buf_char(&t->out, '\n');
    break;
  case TABLE:
    prefix = joined(t, prefix, key);
    if (e->value.hash->n == 0 || has_simple(e->value.hash)) buf_printf(&t->out, "[%.*s]\n", STR_FMT(prefix));
    put_tables(t, e->value.hash, prefix);
    break;
  case TABLES:
    prefix = joined(t, prefix, key);
    for (uint32_t i = 0; i < e->value.array->n; i++) {
      value child = e->value.array->items[i];
      buf_printf(&t->out, "[[%.*s]]\n", STR_FMT(prefix));
      if (child.kind != V_HASH) fn_no_method(t->call, "keys", child);
      put_tables(t, child.hash, prefix);
    }
    break;
  }
}

static void put_tables(struct toml *t, const struct hash *h, str prefix)
{
  context_enter(t->call->context);
  const struct hash_entry **entries = sorted(t, h);
  for (enum kind kind = SIMPLE; kind <= TABLES; kind++) {
    for (uint32_t i = 0; i < h->n; i++) {
      if (kind_of(entries[i]->value) == kind) put_entry(t, entries[i], prefix);
    }
  }
  context_leave(t->call->context);
}

static value fn_to_toml(struct fn_call *call)
{
  struct toml t = {.call = call, .out = BUF_IN(call->arena)};
  put_tables(&t, call->args[0].hash, STR_EMPTY);
  return value_str(buf_finish(&t.out));
}

const struct fn_row fn_stdlib_toml_rows[] = {
  {"stdlib::to_toml", "Hash $data >> Variant[String, Sensitive[String]]", stdlib_rewrapped, "a hash as TOML",
   .inner = fn_to_toml},
  {"to_toml", "Hash $data >> String", fn_to_toml, "a hash as TOML", .below = 9},
  {0},
};
