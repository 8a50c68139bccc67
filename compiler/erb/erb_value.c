/* Makes values of Ruby, converts them from Puppet and back, and prints them (to_s, inspect). Arrays and hashes of
 * Puppet are converted at the first use and keep the original (`puppets`), which is returned if they did not change.
 * Changing objects of Puppet in place requires Ruby. */
#include "base/utf8.h"
#include "base/check.h"
#include "compiler/erb/erb_internal.h"
#include "compiler/values/ruby_text.h"

static const char *const class_names[ERB_CLASSES] = {
  [C_ARRAY] = "Array",  [C_HASH] = "Hash",       [C_STRING] = "String",  [C_INTEGER] = "Integer",
  [C_FLOAT] = "Float",  [C_NUMERIC] = "Numeric", [C_TRUE] = "TrueClass", [C_FALSE] = "FalseClass",
  [C_NIL] = "NilClass", [C_SYMBOL] = "Symbol",   [C_REGEXP] = "Regexp",  [C_RANGE] = "Range",
  [C_FILE] = "File",    [C_JSON] = "JSON",
};

enum erb_class erb_class_named(str name)
{
  unsigned i = 0;
  while (i < ERB_CLASSES && !str_eqz(name, class_names[i])) i++;
  return (enum erb_class)i;
}

const char *erb_class_text(enum erb_class c)
{
  assert_hot(c < ERB_CLASSES);
  return class_names[c];
}

const char *erb_class_name(erv v)
{
  static const char *const names[] = {
    [E_NIL] = "NilClass",  [E_INT] = "Integer", [E_FLOAT] = "Float",     [E_SYMBOL] = "Symbol",
    [E_STRING] = "String", [E_ARRAY] = "Array", [E_HASH] = "Hash",       [E_REGEX] = "Regexp",
    [E_RANGE] = "Range",   [E_CLASS] = "Class", [E_MATCH] = "MatchData", [E_SCOPE] = "Puppet::Parser::Scope"};
  if (v.kind == E_BOOL) return v.boolean ? "TrueClass" : "FalseClass";
  return v.kind == E_PUPPET ? ruby_class(*v.puppet) : names[v.kind];
}

bool erb_is_a(erv v, enum erb_class c)
{
  assert_hot(c < ERB_CLASSES);
  if (c == C_NUMERIC) return v.kind == E_INT || v.kind == E_FLOAT;
  return v.kind != E_PUPPET && v.kind != E_SCOPE && v.kind != E_CLASS && v.kind != E_MATCH &&
         strcmp(erb_class_name(v), class_names[c]) == 0;
}

/* --- constructors --- */

erv erv_str(struct erb *e, str s)
{
  assert_hot(s.p != NULL || s.n == 0);
  struct erb_string *made = arena_alloc(e->arena, sizeof *made);
  *made = (struct erb_string){.p = (char *)(uintptr_t)s.p, .n = s.n};
  return (erv){.kind = E_STRING, .string = made};
}

erv erv_array(struct erb *e, uint32_t room)
{
  struct erb_array *a = ARENA_NEW(e->arena, struct erb_array);
  a->items = arena_array(e->arena, room, sizeof *a->items);
  a->cap = room;
  return (erv){.kind = E_ARRAY, .array = a};
}

erv erv_hash(struct erb *e) { return (erv){.kind = E_HASH, .hash = ARENA_NEW(e->arena, struct erb_hash)}; }

erv erv_pair(struct erb *e, erv a, erv b)
{
  erv v = erv_array(e, 2);
  v.array->items[0] = a;
  v.array->items[1] = b;
  v.array->n = 2;
  return v;
}

void erb_push(struct erb *e, struct erb_array *a, erv v)
{
  assert_hot(a->puppets == NULL && a->n <= a->cap);
  if (a->n == a->cap) {
    if (a->n >= ERB_MAX_ELEMENTS) erb_leave(e, "an array of more than %d elements", ERB_MAX_ELEMENTS);
    uint32_t cap = a->cap == 0 ? 8 : a->cap * 2;
    a->items = arena_regrow(e->arena, a->items, a->cap * sizeof *a->items, cap * sizeof *a->items);
    a->cap = cap;
  }
  a->items[a->n++] = v;
}

void erb_append(struct erb *e, erv string, str more)
{
  assert_hot(string.kind == E_STRING);
  struct erb_string *s = string.string;
  if (s->fixed) erb_leave(e, "a change of a string of Puppet");
  if (more.n > ERB_MAX_TEXT - s->n) erb_leave(e, "a string of more than %d bytes", ERB_MAX_TEXT);
  if (s->cap - s->n < more.n || s->cap == 0) {
    size_t cap = (s->n + more.n) * 2 + 16;
    char *p = arena_alloc(e->arena, cap);
    memcpy(p, s->p, s->n);
    s->p = p;
    s->cap = cap;
  }
  memmove(s->p + s->n, more.p, more.n);
  s->n += more.n;
}

/* --- from Puppet and back --- */

erv erv_of_value(struct erb *e, value v)
{
  erv made;
  switch (v.kind) {
  case V_UNDEF: return ERV_NIL;
  case V_DEFAULT: return (erv){.kind = E_SYMBOL, .symbol = sym_z("default")};
  case V_BOOL: return erv_bool(v.boolean);
  case V_INT: return erv_int(v.integer);
  case V_FLOAT: return erv_float(v.number);
  case V_STRING:
    made = erv_str(e, value_text(v));
    made.string->fixed = true;
    return made;
  case V_ARRAY:
    made = erv_array(e, 0);
    made.array->puppets = v.array;
    return made;
  case V_HASH:
    made = erv_hash(e);
    made.hash->puppets = v.hash;
    return made;
  case V_REGEX: {
    struct erb_regex *re = ARENA_NEW(e->arena, struct erb_regex);
    *re = (struct erb_regex){.re = v.regex, .source = v.regex->source};
    return (erv){.kind = E_REGEX, .regex = re};
  }
  default: {
    value *kept = arena_alloc(e->arena, sizeof *kept);
    *kept = v;
    return (erv){.kind = E_PUPPET, .puppet = kept};
  }
  }
}

struct erb_array *erb_items(struct erb *e, erv v)
{
  assert_hot(v.kind == E_ARRAY);
  struct erb_array *a = v.array;
  const struct array *source = a->puppets;
  if (source == NULL || a->taken) return a;
  a->taken = true;
  a->items = arena_array(e->arena, source->n, sizeof *a->items);
  a->cap = a->n = source->n;
  for (uint32_t i = 0; i < source->n; i++) a->items[i] = erv_of_value(e, source->items[i]);
  return a;
}

struct erb_hash *erb_entries(struct erb *e, erv v)
{
  assert_hot(v.kind == E_HASH);
  struct erb_hash *h = v.hash;
  if (h->variables != NULL) {
    const struct erb_variables *variables = h->variables;
    h->variables = NULL;
    erb_scope_fill(e, h, variables);
  }
  const struct hash *source = h->puppets;
  if (source == NULL || h->taken) return h;
  h->taken = true;
  for (uint32_t i = 0; i < source->n; i++) {
    erb_hash_set(e, h, erv_of_value(e, source->entries[i].key), erv_of_value(e, source->entries[i].value));
  }
  return h;
}

/* Changing a list during its iteration, or an object of Puppet, requires Ruby. */
static void change(struct erb *e, bool is_puppets, uint32_t walks)
{
  if (walks > 0) erb_leave(e, "a change of what is being gone over");
  if (is_puppets) erb_leave(e, "a change of what is a value of Puppet");
}

struct erb_array *erb_items_mutable(struct erb *e, erv v)
{
  struct erb_array *a = erb_items(e, v);
  change(e, a->puppets != NULL, a->walks);
  return a;
}

struct erb_hash *erb_entries_mutable(struct erb *e, erv v)
{
  struct erb_hash *h = erb_entries(e, v);
  change(e, h->puppets != NULL, h->walks);
  return h;
}

static value to_value(struct erb *e, erv v, bool symbols);

static value array_to_value(struct erb *e, erv v, bool symbols)
{
  if (v.array->puppets != NULL) return value_array(v.array->puppets);
  struct array *made = array_new(e->arena, v.array->n);
  for (uint32_t i = 0; i < v.array->n; i++) made->items[i] = to_value(e, v.array->items[i], symbols);
  return value_array(made);
}

static value hash_to_value(struct erb *e, erv v, bool symbols)
{
  if (v.hash->puppets != NULL) return value_hash(v.hash->puppets);
  erb_entries(e, v);
  struct hash *made = hash_new(e->arena, v.hash->live);
  const struct erb_entry *one;
  for (uint32_t i = 0; (one = erb_next_entry(v.hash, &i)) != NULL;)
    hash_put(made, e->arena, to_value(e, one->key, symbols), to_value(e, one->value, symbols));
  return value_hash(made);
}

/* `symbols`: convert symbols to strings, as in JSON. */
static value to_value(struct erb *e, erv v, bool symbols)
{
  value made = VALUE_UNDEF;
  context_enter(e->context);
  switch ((enum erv_kind)v.kind) {
  case E_NIL: break;
  case E_BOOL: made = value_bool(v.boolean); break;
  case E_INT: made = value_int(v.integer); break;
  case E_FLOAT: made = value_float(v.number); break;
  case E_STRING: made = value_str(v.string->cap > 0 ? arena_str(e->arena, erv_text(v)) : erv_text(v)); break;
  case E_ARRAY: made = array_to_value(e, v, symbols); break;
  case E_HASH: made = hash_to_value(e, v, symbols); break;
  case E_PUPPET: made = *v.puppet; break;
  case E_SYMBOL:
    if (symbols) {
      made = value_str(sym_str(v.symbol));
      break;
    }
    erb_leave(e, "a %s given to Puppet", erb_class_name(v));
  case E_REGEX:
    if (v.regex->flags == 0) {
      made = value_regex(v.regex->re);
      break;
    }
    /* fall through */
  default: erb_leave(e, "a %s given to Puppet", erb_class_name(v));
  }
  context_leave(e->context);
  return made;
}

value erv_to_value(struct erb *e, erv v) { return to_value(e, v, false); }

value erv_to_data(struct erb *e, erv v) { return to_value(e, v, true); }

/* --- to_s and inspect --- */

/* Characters that are certainly printable, for which inspect needs no Unicode tables. */
static bool prints_as_itself(uint32_t cp)
{
  return (cp > 0xA0 && cp < 0x250 && cp != 0xAD) || (cp >= 0x391 && cp <= 0x3C9 && cp != 0x3A2) ||
         (cp >= 0x400 && cp <= 0x481) || (cp >= 0x3041 && cp <= 0x3096) || (cp >= 0x30A1 && cp <= 0x30FA) ||
         (cp >= 0x4E00 && cp <= 0x9FA5) || cp == 0x20AC || (cp >= 0x2013 && cp <= 0x2014) ||
         (cp >= 0x2018 && cp <= 0x201E);
}

static void inspect_text(struct erb *e, struct buf *out, str s)
{
  for (size_t i = 0; i < s.n;) {
    uint32_t cp;
    unsigned n = utf8_decode(s, i, &cp);
    if (n == 0 || (cp >= 0x7F && !prints_as_itself(cp))) erb_leave(e, "inspect of special characters");
    i += n;
  }
  ruby_inspect(out, value_str(s));
}

static void inspect_symbol(struct erb *e, struct buf *out, const symbol *s)
{
  str t = sym_str(s);
  bool plain = t.n > 0 && (ascii_is_alpha(t.p[0]) || t.p[0] == '_');
  for (size_t i = 1; plain && i < t.n; i++) {
    plain = ascii_is_word(t.p[i]) || (i + 1 == t.n && (t.p[i] == '?' || t.p[i] == '!'));
  }
  if (!plain) erb_leave(e, "inspect of a symbol");
  buf_char(out, ':');
  buf_str(out, t);
}

static void inspect_regex(struct erb *e, struct buf *out, const struct erb_regex *re, bool to_s)
{
  static const struct {
    uint8_t flag;
    char name;
  } flags[] = {{ERB_REGEX_M, 'm'}, {ERB_REGEX_I, 'i'}, {ERB_REGEX_X, 'x'}};
  if (!to_s || str_index(re->source, '/', 0) != SIZE_MAX || str_starts(re->source, STR("(?"))) {
    erb_leave(e, "the text of a regular expression");
  }
  buf_z(out, "(?");
  for (size_t i = 0; i < 3; i++) {
    if ((re->flags & flags[i].flag) != 0) buf_char(out, flags[i].name);
  }
  if (re->flags != (ERB_REGEX_I | ERB_REGEX_M | ERB_REGEX_X)) buf_char(out, '-');
  for (size_t i = 0; i < 3; i++) {
    if ((re->flags & flags[i].flag) == 0) buf_char(out, flags[i].name);
  }
  buf_char(out, ':');
  buf_str(out, re->source);
  buf_char(out, ')');
}

static void show_puppet(struct erb *e, struct buf *out, value v, bool inspect)
{
  switch (v.kind) {
  case V_SENSITIVE:
    if (inspect) ruby_inspect(out, v);
    else ruby_to_s(out, v);
    return;
  case V_TYPE:
  case V_SEMVER:
  case V_SEMVER_RANGE:
  case V_TIMESTAMP:
  case V_TIMESPAN:
    if (!inspect) {
      ruby_to_s(out, v);
      return;
    }
    /* fall through */
  default: erb_leave(e, "the text of a %s", ruby_class(v));
  }
}

static void inspect_array(struct erb *e, struct buf *out, erv v)
{
  const struct erb_array *a = erb_items(e, v);
  buf_char(out, '[');
  for (uint32_t i = 0; i < a->n; i++) {
    buf_z(out, i == 0 ? "" : ", ");
    erb_inspect(e, out, a->items[i]);
  }
  buf_char(out, ']');
}

static void inspect_hash(struct erb *e, struct buf *out, erv v)
{
  const struct erb_hash *h = erb_entries(e, v);
  const struct erb_entry *one;
  const char *separator = "";
  buf_char(out, '{');
  for (uint32_t i = 0; (one = erb_next_entry(h, &i)) != NULL; separator = ", ") {
    buf_z(out, separator);
    erb_inspect(e, out, one->key);
    buf_z(out, "=>");
    erb_inspect(e, out, one->value);
  }
  buf_char(out, '}');
}

void erb_inspect(struct erb *e, struct buf *out, erv v)
{
  context_enter(e->context);
  switch ((enum erv_kind)v.kind) {
  case E_NIL: buf_z(out, "nil"); break;
  case E_STRING: inspect_text(e, out, erv_text(v)); break;
  case E_SYMBOL: inspect_symbol(e, out, v.symbol); break;
  case E_ARRAY: inspect_array(e, out, v); break;
  case E_HASH: inspect_hash(e, out, v); break;
  case E_REGEX: inspect_regex(e, out, v.regex, false); break;
  case E_PUPPET: show_puppet(e, out, *v.puppet, true); break;
  case E_RANGE:
  case E_MATCH:
  case E_SCOPE: erb_leave(e, "inspect of a %s", erb_class_name(v));
  default: erb_to_s(e, out, v); break;
  }
  context_leave(e->context);
  if (out->n > ERB_MAX_TEXT) erb_leave(e, "a string of more than %d bytes", ERB_MAX_TEXT);
}

void erb_to_s(struct erb *e, struct buf *out, erv v)
{
  switch ((enum erv_kind)v.kind) {
  case E_NIL: break;
  case E_BOOL: buf_z(out, v.boolean ? "true" : "false"); break;
  case E_INT: buf_int(out, v.integer); break;
  case E_FLOAT: value_render_float(out, v.number); break;
  case E_SYMBOL: buf_str(out, sym_str(v.symbol)); break;
  case E_STRING: buf_str(out, erv_text(v)); break;
  case E_ARRAY:
  case E_HASH: erb_inspect(e, out, v); break;
  case E_CLASS: buf_z(out, erb_class_text(v.class)); break;
  case E_PUPPET: show_puppet(e, out, *v.puppet, false); break;
  case E_REGEX: inspect_regex(e, out, v.regex, true); break;
  case E_RANGE:
    erb_to_s(e, out, v.range->first);
    buf_z(out, v.range->exclusive ? "..." : "..");
    erb_to_s(e, out, v.range->last);
    break;
  case E_MATCH: {
    erv group = erb_group(e, v.match, 0);
    buf_str(out, erv_text(group));
    break;
  }
  case E_SCOPE: erb_leave(e, "the text of a %s", erb_class_name(v));
  }
}

str erb_text(struct erb *e, erv v)
{
  if (v.kind == E_STRING) return erv_text(v);
  struct buf b = BUF_IN(e->arena);
  erb_to_s(e, &b, v);
  return buf_finish(&b);
}
