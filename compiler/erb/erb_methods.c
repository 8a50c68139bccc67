/* Finds methods by name; has the helpers of all methods and the methods of every object. The parser finds a name once
 * and stores all its rows; each call chooses one of them (erb_send). */
#include "base/utf8.h"
#include "base/check.h"
#include "compiler/erb/erb_internal.h"

static const struct erb_method *const tables[] = {erb_object_methods, erb_number_methods, erb_string_methods,
                                                  erb_text_methods,   erb_array_methods,  erb_list_methods,
                                                  erb_hash_methods,   erb_data_methods,   erb_scope_methods};

enum { ROWS_OF_NAME = 8 }; /* the last one is NULL */

/* The rows of each name, made at the first use, once per process. */
static struct {
  struct arena *arena;
  struct strmap methods, own; /* own: of the template itself */
} known;

static void add_rows(struct strmap *to, struct arena *a, const struct erb_method *table)
{
  for (const struct erb_method *m = table; m->names != NULL; m++) {
    const str names = str_of(m->names);
    for (size_t at = 0, end; at < names.n; at = end + 1) {
      end = str_index(names, ' ', at);
      end = end == SIZE_MAX ? names.n : end;
      const str name = str_sub(names, at, end - at);
      const struct erb_method **rows = strmap_get(to, name);
      uint32_t n = 0;
      if (rows == NULL) strmap_put(to, name, rows = arena_array(a, ROWS_OF_NAME, sizeof *rows));
      while (rows[n] != NULL) n++;
      assert(n + 1 < ROWS_OF_NAME);
      rows[n] = m;
    }
  }
}

static void known_make(void)
{
  struct arena *a = arena_new();
  strmap_init(&known.methods, a);
  strmap_init(&known.own, a);
  add_rows(&known.own, a, erb_self_methods);
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) add_rows(&known.methods, a, tables[i]);
  known.arena = a;
}

const struct erb_method **erb_methods_named(str name, bool self)
{
  assert_hot(name.n > 0);
  if (known.arena == NULL) known_make();
  if (self) return strmap_get(&known.own, name);
  return strmap_get(&known.methods, str_starts(name, STR("function_")) ? STR("function_") : name);
}

str erb_string_arg(struct erb_call *c, uint32_t i)
{
  assert_hot(i < c->n);
  if (c->args[i].kind != E_STRING)
    erb_leave(c->e, "the method '%.*s' with a %s", STR_FMT(c->name), erb_class_name(c->args[i]));
  return erv_text(c->args[i]);
}

int64_t erb_int_arg(struct erb_call *c, uint32_t i)
{
  assert_hot(i < c->n);
  if (c->args[i].kind != E_INT)
    erb_leave(c->e, "the method '%.*s' with a %s", STR_FMT(c->name), erb_class_name(c->args[i]));
  return c->args[i].integer;
}

/* --- regular expressions --- */

const struct erb_regex *erb_regex_make(struct arena *a, str source, uint8_t flags)
{
  assert((flags & ~(ERB_REGEX_I | ERB_REGEX_M | ERB_REGEX_X)) == 0);
  struct buf b = BUF_IN(a);
  str error, text = arena_str(a, source);
  if (flags != 0) {
    buf_z(&b, "(?");
    if ((flags & ERB_REGEX_M) != 0) buf_char(&b, 'm');
    if ((flags & ERB_REGEX_I) != 0) buf_char(&b, 'i');
    if ((flags & ERB_REGEX_X) != 0) buf_char(&b, 'x');
    buf_char(&b, ':');
    buf_str(&b, source);
    buf_z(&b, (flags & ERB_REGEX_X) != 0 ? "\n)" : ")");
    text = buf_finish(&b);
  }
  const struct regex *re = regex_compile(a, text, &error);
  if (re == NULL || re->groups > REGEX_MAX_GROUPS) return NULL;
  struct erb_regex *made = ARENA_NEW(a, struct erb_regex);
  *made = (struct erb_regex){.re = re, .source = arena_str(a, source), .flags = flags};
  return made;
}

const struct erb_match *erb_search(struct erb *e, const struct erb_regex *re, str subject, size_t from, bool set)
{
  assert_hot(from <= subject.n);
  struct regex_match at;
  struct erb_match *m = NULL;
  if (context_search(re->re, subject, from, &at)) {
    m = ARENA_NEW(e->arena, struct erb_match);
    *m = (struct erb_match){.at = at, .subject = subject, .regex = re};
  }
  if (set) e->match = m;
  return m;
}

erv erb_group(struct erb *e, const struct erb_match *m, int64_t group)
{
  if (group < 0 || group >= m->at.n || m->at.at[group].begin < 0) return ERV_NIL;
  int from = m->at.at[group].begin, to = m->at.at[group].end;
  return erv_str(e, str_sub(m->subject, (size_t)from, (size_t)(to - from)));
}

bool erb_case_equal(struct erb *e, erv pattern, erv v)
{
  switch ((enum erv_kind)pattern.kind) {
  case E_CLASS: return erb_is_a(v, pattern.class);
  case E_REGEX:
    if (v.kind == E_STRING) return erb_search(e, pattern.regex, erv_text(v), 0, true) != NULL;
    if (v.kind == E_SYMBOL) return erb_search(e, pattern.regex, sym_str(v.symbol), 0, true) != NULL;
    e->match = NULL;
    return false;
  case E_RANGE:
    if (v.kind != E_INT) erb_leave(e, "=== of a range with a %s", erb_class_name(v));
    return v.integer >= pattern.range->first.integer &&
           v.integer <= pattern.range->last.integer - (pattern.range->exclusive ? 1 : 0);
  default: return erb_equal(e, pattern, v);
  }
}

/* --- elements --- */

static struct erb_array *range_elements(struct erb *e, const struct erb_range *r)
{
  erv v = erv_array(e, 0);
  int64_t last = r->last.integer;
  if (r->exclusive && last == INT64_MIN) return v.array;
  last -= r->exclusive;
  for (int64_t i = r->first.integer; i <= last; i++) {
    deadline_step();
    erb_push(e, v.array, erv_int(i));
    if (i == INT64_MAX) break;
  }
  return v.array;
}

struct erb_array *erb_list(struct erb *e, erv v)
{
  if (v.kind == E_ARRAY) return erb_items(e, v);
  if (v.kind == E_RANGE) return range_elements(e, v.range);
  const struct erb_hash *h = erb_entries(e, v);
  erv pairs = erv_array(e, h->live);
  const struct erb_entry *one;
  for (uint32_t i = 0; (one = erb_next_entry(h, &i)) != NULL;)
    erb_push(e, pairs.array, erv_pair(e, one->key, one->value));
  return pairs.array;
}

/* --- methods of every object --- */

static erv m_to_s(struct erb_call *c)
{
  return c->self.kind == E_STRING ? c->self : erv_str(c->e, erb_text(c->e, c->self));
}

static erv m_inspect(struct erb_call *c)
{
  struct buf b = BUF_IN(c->e->arena);
  erb_inspect(c->e, &b, c->self);
  return erv_str(c->e, buf_finish(&b));
}

static erv m_nil(struct erb_call *c) { return erv_bool(c->self.kind == E_NIL); }

static erv m_is_a(struct erb_call *c)
{
  if (c->args[0].kind != E_CLASS) erb_leave(c->e, "is_a? of something other than a class");
  return erv_bool(erb_is_a(c->self, c->args[0].class));
}

static erv m_class(struct erb_call *c)
{
  enum erb_class class = erb_class_named(str_of(erb_class_name(c->self)));
  if (class == ERB_CLASSES || c->self.kind == E_PUPPET) erb_leave(c->e, "the class of a %s", erb_class_name(c->self));
  return (erv){.kind = E_CLASS, .class = class};
}

static erv m_case_equal(struct erb_call *c) { return erv_bool(erb_case_equal(c->e, c->self, c->args[0])); }

static erv m_eql(struct erb_call *c) { return erv_bool(erb_eql(c->e, c->self, c->args[0])); }

static erv m_equal(struct erb_call *c) { return erv_bool(erb_equal(c->e, c->self, c->args[0])); }

static erv m_compare(struct erb_call *c)
{
  int order;
  return erb_compare(c->e, c->self, c->args[0], &order) ? erv_int(order) : ERV_NIL;
}

static erv m_nil_to_a(struct erb_call *c) { return erv_array(c->e, 0); }
static erv m_nil_to_h(struct erb_call *c) { return erv_hash(c->e); }
static erv m_nil_to_i(struct erb_call *c)
{
  (void)c;
  return erv_int(0);
}

/* & | and ^ of booleans. */
static erv m_logic(struct erb_call *c)
{
  const bool a = erv_true(c->self), b = erv_true(c->args[0]);
  return erv_bool(c->name.p[0] == '&' ? a && b : c->name.p[0] == '|' ? a || b : a != b);
}

static erv m_not(struct erb_call *c) { return erv_bool(!erv_true(c->self)); }

static erv m_unwrap(struct erb_call *c)
{
  if (c->self.puppet->kind != V_SENSITIVE) erb_leave(c->e, "unwrap of a %s", erb_class_name(c->self));
  return erv_of_value(c->e, *c->self.puppet->sensitive);
}

/* --- symbols and matches --- */

static erv m_symbol_length(struct erb_call *c) { return erv_int((int64_t)utf8_count(sym_str(c->self.symbol))); }

static erv m_match_at(struct erb_call *c)
{
  const struct erb_match *m = c->self.match;
  if (c->args[0].kind == E_STRING || c->args[0].kind == E_SYMBOL) {
    int group = regex_group(m->regex->re, erb_text(c->e, c->args[0]));
    if (group < 0) erb_leave(c->e, "a group that is not there");
    return erb_group(c->e, m, group);
  }
  int64_t i = erb_int_arg(c, 0);
  return erb_group(c->e, m, i < 0 ? i + m->at.n : i);
}

/* captures, and to_a, which begins with the whole match. */
static erv m_match_groups(struct erb_call *c)
{
  erv v = erv_array(c->e, 0);
  for (int i = c->method->variant; i < c->self.match->at.n; i++)
    erb_push(c->e, v.array, erb_group(c->e, c->self.match, i));
  return v;
}

enum {
  K_PLAIN = K_NIL | K_BOOL | K_NUMBER | K_SYMBOL | K_STRING | K_ARRAY | K_HASH,
  K_OBJECT = K_PLAIN | K_REGEX | K_RANGE | K_CLASS | K_MATCH | K_PUPPET
};

const struct erb_method erb_object_methods[] = {
  {"to_s", K_OBJECT, 0, 0, NO_BLOCK, m_to_s},
  {"inspect", K_OBJECT, 0, 0, NO_BLOCK, m_inspect},
  {"nil?", K_OBJECT, 0, 0, NO_BLOCK, m_nil},
  {"is_a? kind_of?", K_OBJECT & ~(unsigned)K_CLASS, 1, 1, NO_BLOCK, m_is_a},
  {"class", K_OBJECT, 0, 0, NO_BLOCK, m_class},
  {"===", K_PLAIN | K_CLASS | K_REGEX | K_RANGE, 1, 1, NO_BLOCK, m_case_equal},
  {"==", K_PLAIN | K_CLASS, 1, 1, NO_BLOCK, m_equal},
  {"eql?", K_PLAIN, 1, 1, NO_BLOCK, m_eql},
  {"<=>", K_PLAIN, 1, 1, NO_BLOCK, m_compare},
  {"to_a", K_NIL, 0, 0, NO_BLOCK, m_nil_to_a},
  {"to_h", K_NIL, 0, 0, NO_BLOCK, m_nil_to_h},
  {"to_i", K_NIL, 0, 0, NO_BLOCK, m_nil_to_i},
  {"& |", K_BOOL | K_NIL, 1, 1, NO_BLOCK, m_logic},
  {"^", K_BOOL, 1, 1, NO_BLOCK, m_logic},
  {"!", K_PLAIN, 0, 0, NO_BLOCK, m_not},
  {"unwrap", K_PUPPET, 0, 0, NO_BLOCK, m_unwrap},
  {"length size", K_SYMBOL, 0, 0, NO_BLOCK, m_symbol_length},
  {"[]", K_MATCH, 1, 1, NO_BLOCK, m_match_at},
  {"captures", K_MATCH, 0, 0, NO_BLOCK, m_match_groups, 1},
  {"to_a", K_MATCH, 0, 0, NO_BLOCK, m_match_groups, 0},
  {0},
};
