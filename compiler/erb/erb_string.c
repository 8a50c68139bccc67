/* Methods of strings without patterns. Strings are UTF-8; positions and lengths count characters. Strings often share
 * their bytes, so a change allocates new ones. */
#include "base/utf8.h"
#include "base/check.h"
#include "compiler/erb/erb_internal.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_integer.h"
#include "compiler/values/ruby_string.h"
#include "compiler/values/ruby_text.h"

static str self(const struct erb_call *c) { return erv_text(c->self); }
static struct arena *arena(const struct erb_call *c) { return c->e->arena; }

/* Replaces the content of the string. The old bytes remain, since other strings may share them. */
static erv assign(struct erb_call *c, str s)
{
  struct erb_string *own = c->self.string;
  if (own->fixed) erb_leave(c->e, "a change of a string of Puppet");
  own->p = (char *)(uintptr_t)s.p;
  own->n = s.n;
  own->cap = 0;
  return c->self;
}

/* For methods with names that end in "!": nil if nothing changed. */
static erv assign_changed(struct erb_call *c, str s)
{
  if (c->self.string->fixed) erb_leave(c->e, "a change of a string of Puppet");
  return str_eq(s, self(c)) ? ERV_NIL : assign(c, s);
}

/* --- joining --- */

static erv m_plus(struct erb_call *c)
{
  str a = self(c), b = erb_string_arg(c, 0);
  struct buf out = BUF_IN(arena(c));
  if (b.n > ERB_MAX_TEXT - a.n) erb_leave(c->e, "a string of more than %d bytes", ERB_MAX_TEXT);
  buf_reserve(&out, a.n + b.n);
  buf_str(&out, a);
  buf_str(&out, b);
  return erv_str(c->e, buf_finish(&out));
}

static erv m_times(struct erb_call *c)
{
  str s = self(c);
  int64_t n = erb_int_arg(c, 0);
  if (n < 0 || (s.n > 0 && n > (int64_t)(ERB_MAX_TEXT / s.n))) erb_leave(c->e, "'*' with %lld", (long long)n);
  struct buf out = BUF_IN(arena(c));
  buf_reserve(&out, s.n * (size_t)n);
  for (int64_t i = 0; i < n && s.n > 0; i++) buf_str(&out, s);
  return erv_str(c->e, buf_finish(&out));
}

static erv m_append(struct erb_call *c)
{
  for (uint32_t i = 0; i < c->n; i++) erb_append(c->e, c->self, erb_string_arg(c, i));
  return c->self;
}

/* --- queries --- */

static erv m_length(struct erb_call *c) { return erv_int((int64_t)utf8_count(self(c))); }
static erv m_empty(struct erb_call *c) { return erv_bool(self(c).n == 0); }

static erv m_include(struct erb_call *c) { return erv_bool(str_find(self(c), erb_string_arg(c, 0), 0) != SIZE_MAX); }

/* start_with? and end_with? */
static erv m_has_affix(struct erb_call *c)
{
  bool (*has)(str s, str affix) = c->method->variant != 0 ? str_starts : str_ends;
  bool there = false;
  for (uint32_t i = 0; i < c->n; i++) there = has(self(c), erb_string_arg(c, i)) || there;
  return erv_bool(there);
}

/* --- letter case, blanks; selected by the row's name --- */

static bool changes(const struct erb_call *c) { return c->name.p[c->name.n - 1] == '!'; }

static erv give(struct erb_call *c, str s) { return changes(c) ? assign_changed(c, s) : erv_str(c->e, s); }

/* Checks that all letters are ASCII or Latin ones whose case changes one to one. Others, such as ß, require Ruby. */
static str plain_letters(struct erb_call *c)
{
  str s = self(c);
  for (size_t i = 0; i < s.n;) {
    uint32_t cp;
    unsigned n = utf8_decode(s, i, &cp);
    if (n == 0 ||
        (cp >= 0x80 && !(cp >= 0xC0 && cp <= 0x17E && cp != 0xDF && cp != 0x130 && cp != 0x131 && cp != 0x149))) {
      erb_leave(c->e, "the case of special letters");
    }
    i += n;
  }
  return s;
}

static erv m_upcase(struct erb_call *c) { return give(c, text_upcase(arena(c), plain_letters(c))); }
static erv m_downcase(struct erb_call *c) { return give(c, text_downcase(arena(c), plain_letters(c))); }
static erv m_capitalize(struct erb_call *c) { return give(c, text_capitalize(arena(c), plain_letters(c))); }

static erv m_strip(struct erb_call *c) { return give(c, ruby_strip(self(c), true, true)); }

static erv m_reverse(struct erb_call *c)
{
  str s = self(c);
  struct buf out = BUF_IN(arena(c));
  for (size_t i = s.n; i > 0;) {
    size_t end = i--;
    while (i > 0 && ((unsigned char)s.p[i] & 0xC0) == 0x80) i--;
    buf_append(&out, s.p + i, end - i);
  }
  return give(c, buf_finish(&out));
}

/* --- padding --- */

static void fill(struct buf *out, str pad, size_t characters)
{
  size_t whole = utf8_count(pad);
  for (; characters >= whole; characters -= whole) buf_str(out, pad);
  buf_append(out, pad.p, utf8_offset(pad, characters));
}

static erv padded(struct erb_call *c, bool left, bool right)
{
  str s = self(c), pad = c->n > 1 ? erb_string_arg(c, 1) : STR(" ");
  int64_t width = erb_int_arg(c, 0), have = (int64_t)utf8_count(s);
  if (pad.n == 0 || width > ERB_MAX_TEXT / 8) erb_leave(c->e, "'%.*s'", STR_FMT(c->name));
  size_t more = width > have ? (size_t)(width - have) : 0;
  size_t before = left && right ? more / 2 : left ? more : 0;
  struct buf out = BUF_IN(arena(c));
  fill(&out, pad, before);
  buf_str(&out, s);
  fill(&out, pad, more - before);
  return erv_str(c->e, buf_finish(&out));
}

static erv m_ljust(struct erb_call *c) { return padded(c, false, true); }

/* --- numbers --- */

static erv m_to_i(struct erb_call *c)
{
  int64_t v;
  if (c->n > 0 && erb_int_arg(c, 0) != 10) erb_leave(c->e, "to_i with another base");
  if (!ruby_text_to_i(self(c), &v)) erb_leave(c->e, "a number beyond 64 bits");
  return erv_int(v);
}

erv erb_integer_of(struct erb *e, erv v)
{
  struct ruby_integer i;
  int64_t n;
  if (v.kind == E_INT) return v;
  if (v.kind == E_FLOAT && v.number > -9.2e18 && v.number < 9.2e18) return erv_int((int64_t)v.number);
  if (v.kind != E_STRING) erb_leave(e, "Integer() of a %s", erb_class_name(v));
  if (!ruby_integer_of_text(e->arena, erv_text(v), 0, &i) || !ruby_integer_fits(&i, &n))
    erb_leave(e, "Integer() of that text");
  return erv_int(n);
}

erv erb_float_of(struct erb *e, erv v)
{
  double f;
  if (v.kind == E_INT) return erv_float((double)v.integer);
  if (v.kind == E_FLOAT) return v;
  if (v.kind != E_STRING || !ruby_float_of_text(e->arena, erv_text(v), &f))
    erb_leave(e, "Float() of a %s", erb_class_name(v));
  return erv_float(f);
}

/* --- parts --- */

/* The substring self[start, count], in characters. False: Ruby returns nil. */
static bool substring(str s, int64_t start, int64_t count, str *out)
{
  int64_t n = (int64_t)utf8_count(s);
  if (start < 0) start += n;
  if (start < 0 || start > n || count < 0) return false;
  if (count > n - start) count = n - start;
  size_t from = utf8_offset(s, (size_t)start);
  str rest = str_from(s, from);
  *out = str_sub(rest, 0, utf8_offset(rest, (size_t)count));
  return true;
}

/* Start and count of a range in n elements. False: Ruby returns nil. */
bool erb_range_bounds(const struct erb_range *r, int64_t n, int64_t *start, int64_t *count)
{
  assert_hot(n >= 0 && start != NULL && count != NULL);
  int64_t from = r->first.integer, to = r->last.integer;
  if (from < 0) from += n;
  if (to < 0) to += n;
  if (from < 0 || from > n) return false;
  if (!r->exclusive && to < INT64_MAX) to++;
  *start = from;
  *count = to > from ? to - from : 0;
  return true;
}

static erv m_slice(struct erb_call *c)
{
  str s = self(c), part;
  erv at = c->args[0];
  int64_t start, count;
  if (at.kind == E_REGEX) {
    const struct erb_match *m = erb_search(c->e, at.regex, s, 0, true);
    if (m == NULL) return ERV_NIL;
    return erb_group(c->e, m, c->n > 1 ? erb_int_arg(c, 1) : 0);
  }
  if (at.kind == E_STRING && c->n == 1) {
    return str_find(s, erv_text(at), 0) == SIZE_MAX ? ERV_NIL
           : m_length(c).integer == 0               ? erv_str(c->e, STR_EMPTY)
                                                    : erv_str(c->e, erv_text(at));
  }
  if (at.kind == E_RANGE && c->n == 1) {
    if (!erb_range_bounds(at.range, (int64_t)utf8_count(s), &start, &count)) return ERV_NIL;
  } else {
    start = erb_int_arg(c, 0);
    count = c->n > 1 ? erb_int_arg(c, 1) : 1;
  }
  if (!substring(s, start, count, &part)) return ERV_NIL;
  if (c->n == 1 && at.kind == E_INT && part.n == 0) return ERV_NIL;
  return erv_str(c->e, part);
}

static int64_t characters_before(str s, size_t at) { return (int64_t)utf8_count(str_sub(s, 0, at)); }

static erv m_index(struct erb_call *c)
{
  str s = self(c);
  int64_t from = c->n > 1 ? erb_int_arg(c, 1) : 0;
  if (from < 0 || from > (int64_t)utf8_count(s)) erb_leave(c->e, "index from outside");
  size_t at = str_find(s, erb_string_arg(c, 0), utf8_offset(s, (size_t)from));
  return at == SIZE_MAX ? ERV_NIL : erv_int(characters_before(s, at));
}

static erv m_chars(struct erb_call *c)
{
  str s = self(c);
  erv v = erv_array(c->e, 0);
  for (size_t i = 0, n; i < s.n; i += n) {
    n = ruby_character(s, i);
    erb_push(c->e, v.array, erv_str(c->e, str_sub(s, i, n)));
  }
  return v;
}

static struct erb_array *lines_of(struct erb_call *c)
{
  str s = self(c);
  erv v = erv_array(c->e, 0);
  for (size_t i = 0; i < s.n;) {
    size_t end = str_index(s, '\n', i);
    end = end == SIZE_MAX ? s.n : end + 1;
    erb_push(c->e, v.array, erv_str(c->e, str_sub(s, i, end - i)));
    i = end;
  }
  return v.array;
}

static erv m_lines(struct erb_call *c) { return (erv){.kind = E_ARRAY, .array = lines_of(c)}; }

static erv m_each_line(struct erb_call *c)
{
  const struct erb_array *lines = lines_of(c);
  for (uint32_t i = 0; i < lines->n && !erb_stop(c->e); i++) erb_yield1(c->e, c->block, lines->items[i]);
  return c->self;
}

/* --- format --- */

static value format_argument(struct erb *e, erv v)
{
  if (v.kind != E_STRING && v.kind != E_INT && v.kind != E_FLOAT)
    erb_leave(e, "a %s given to a format", erb_class_name(v));
  return erv_to_value(e, v);
}

erv erb_format(struct erb *e, str format, const erv *args, uint32_t n)
{
  assert(args != NULL || n == 0);
  value *given = arena_array(e->arena, n, sizeof *given);
  struct buf out = BUF_IN(e->arena);
  for (size_t i = 0; i + 1 < format.n; i++) {
    bool named = format.p[i] == '%' && strchr("{}<>", format.p[i + 1]) != NULL;
    if (named || (format.p[i] == '*' && n > 0)) erb_leave(e, "a format with names or '*'");
  }
  for (uint32_t i = 0; i < n; i++) given[i] = format_argument(e, args[i]);
  ruby_format(e->context, &out, format, given, n);
  return erv_str(e, buf_finish(&out));
}

static erv m_percent(struct erb_call *c)
{
  erv v = c->args[0];
  if (v.kind == E_ARRAY) return erb_format(c->e, self(c), erb_items(c->e, v)->items, v.array->n);
  return erb_format(c->e, self(c), &v, 1);
}

const struct erb_method erb_string_methods[] = {
  {"+", K_STRING, 1, 1, NO_BLOCK, m_plus},
  {"*", K_STRING, 1, 1, NO_BLOCK, m_times},
  {"%", K_STRING, 1, 1, NO_BLOCK, m_percent},
  {"<<", K_STRING, 1, 1, NO_BLOCK, m_append},
  {"concat", K_STRING, 1, 255, NO_BLOCK, m_append},
  {"length size", K_STRING, 0, 0, NO_BLOCK, m_length},
  {"empty?", K_STRING, 0, 0, NO_BLOCK, m_empty},
  {"include?", K_STRING, 1, 1, NO_BLOCK, m_include},
  {"start_with?", K_STRING, 1, 255, NO_BLOCK, m_has_affix, true},
  {"end_with?", K_STRING, 1, 255, NO_BLOCK, m_has_affix, false},
  {"upcase upcase!", K_STRING, 0, 0, NO_BLOCK, m_upcase},
  {"downcase downcase!", K_STRING, 0, 0, NO_BLOCK, m_downcase},
  {"capitalize capitalize!", K_STRING, 0, 0, NO_BLOCK, m_capitalize},
  {"strip strip!", K_STRING, 0, 0, NO_BLOCK, m_strip},
  {"reverse", K_STRING, 0, 0, NO_BLOCK, m_reverse},
  {"ljust", K_STRING, 1, 2, NO_BLOCK, m_ljust},
  {"to_i", K_STRING, 0, 1, NO_BLOCK, m_to_i},
  {"[] slice", K_STRING, 1, 2, NO_BLOCK, m_slice},
  {"index", K_STRING, 1, 2, NO_BLOCK, m_index},
  {"chars", K_STRING, 0, 0, NO_BLOCK, m_chars},
  {"lines", K_STRING, 0, 0, NO_BLOCK, m_lines},
  {"each_line", K_STRING, 0, 0, WITH_BLOCK, m_each_line},
  {0},
};
