/* Methods of strings with a pattern, which is a regular expression or a string, and methods of regular expressions.
 * Searches set e->match, from which $1 is read later. */
#include "compiler/erb/erb_internal.h"
#include "compiler/values/ruby_string.h"

static str self(const struct erb_call *c) { return erv_text(c->self); }

/* --- finding a pattern --- */

struct pattern {
  const struct erb_regex *regex; /* NULL: search for the text */
  str text;
};

static struct pattern pattern_of(struct erb_call *c, erv v)
{
  if (v.kind == E_REGEX) return (struct pattern){.regex = v.regex};
  if (v.kind != E_STRING) erb_leave(c->e, "'%.*s' with a %s", STR_FMT(c->name), erb_class_name(v));
  return (struct pattern){.text = erv_text(v)};
}

static const struct erb_match *find(struct erb *e, const struct pattern *p, str s, size_t from)
{
  if (from > s.n) return NULL;
  if (p->regex != NULL) return erb_search(e, p->regex, s, from, false);
  size_t at = str_find(s, p->text, from);
  if (p->text.n == 0) at = from;
  if (at == SIZE_MAX) return NULL;
  struct erb_match *m = ARENA_NEW(e->arena, struct erb_match);
  m->at.n = 1;
  m->at.at[0].begin = (int)at;
  m->at.at[0].end = (int)(at + p->text.n);
  m->subject = s;
  return m;
}

/* The position after a match where the search continues; after an empty match a character later, so that it is not
 * found again. */
static size_t behind(str s, const struct erb_match *m)
{
  size_t end = (size_t)m->at.at[0].end;
  if (m->at.at[0].end > m->at.at[0].begin) return end;
  return end + ruby_character(s, end);
}

/* --- sub and gsub --- */

static void replacement(struct erb_call *c, struct buf *out, const struct erb_match *m)
{
  if (c->block == NULL) {
    str with = erb_string_arg(c, 1);
    if (str_find(with, STR("\\k"), 0) != SIZE_MAX) erb_leave(c->e, "a named group in a replacement");
    ruby_replacement(out, with, NULL, m->subject, &m->at);
    return;
  }
  c->e->match = m;
  erb_to_s(c->e, out, erb_yield1(c->e, c->block, erb_group(c->e, m, 0)));
  c->e->match = m;
}

static str substituted(struct erb_call *c, bool all, bool *any)
{
  str s = self(c);
  struct pattern p = pattern_of(c, c->args[0]);
  struct buf out = BUF_IN(c->e->arena);
  const struct erb_match *last = NULL;
  size_t done = 0, from = 0;
  for (;;) {
    deadline_step();
    const struct erb_match *m = find(c->e, &p, s, from);
    if (m == NULL) break;
    last = m;
    buf_append(&out, s.p + done, (size_t)m->at.at[0].begin - done);
    replacement(c, &out, m);
    if (erb_stop(c->e)) return s;
    if (out.n > ERB_MAX_TEXT) erb_leave(c->e, "a string of more than %d bytes", ERB_MAX_TEXT);
    done = (size_t)m->at.at[0].end;
    from = behind(s, m);
    if (!all) break;
  }
  if (done < s.n) buf_append(&out, s.p + done, s.n - done);
  c->e->match = last;
  *any = last != NULL;
  return buf_finish(&out);
}

/* sub and gsub. */
static erv m_sub(struct erb_call *c)
{
  bool any = false, changes = c->name.p[c->name.n - 1] == '!';
  if ((c->n == 2) == (c->block != NULL)) erb_leave(c->e, "'%.*s' without a replacement", STR_FMT(c->name));
  if (changes && c->self.string->fixed) erb_leave(c->e, "a change of a string of Puppet");
  str s = substituted(c, c->method->variant != 0, &any);
  if (!changes) return erv_str(c->e, s);
  if (!any || erb_stop(c->e)) return ERV_NIL;
  *c->self.string = (struct erb_string){.p = (char *)(uintptr_t)s.p, .n = s.n};
  return c->self;
}

/* --- split --- */

static erv m_split(struct erb_call *c)
{
  struct pattern by = {.text = STR(" ")};
  if (c->n > 0 && c->args[0].kind != E_NIL) by = pattern_of(c, c->args[0]);
  const bool blanks = by.regex == NULL && str_eqz(by.text, " ");
  if (blanks && str_index(self(c), '\0', 0) != SIZE_MAX) erb_leave(c->e, "split of a string with a NUL byte");
  const struct ruby_fields fields = ruby_split(c->e->arena, self(c), by.regex == NULL ? NULL : by.regex->re, by.text,
                                               c->n > 1 ? erb_int_arg(c, 1) : 0);
  erv v = erv_array(c->e, fields.n);
  for (uint32_t i = 0; i < fields.n; i++) erb_push(c->e, v.array, erv_str(c->e, fields.items[i]));
  return v;
}

/* --- scan, match, partition --- */

/* The two operands of a match: a string, and a regular expression or its source. */
static const struct erb_match *match(struct erb_call *c, bool set)
{
  erv s = c->self, re = c->args[0];
  if (s.kind == E_REGEX) {
    re = c->self;
    s = c->args[0];
  } else if (re.kind == E_STRING) {
    const struct erb_regex *made = erb_regex_make(c->e->arena, erv_text(re), 0);
    if (made == NULL) erb_leave(c->e, "a regular expression");
    re = (erv){.kind = E_REGEX, .regex = made};
  }
  if (s.kind == E_NIL && c->self.kind == E_REGEX) {
    if (set) c->e->match = NULL;
    return NULL;
  }
  if (re.kind != E_REGEX || (s.kind != E_STRING && s.kind != E_SYMBOL))
    erb_leave(c->e, "'%.*s' with a %s", STR_FMT(c->name), erb_class_name(c->args[0]));
  return erb_search(c->e, re.regex, s.kind == E_STRING ? erv_text(s) : sym_str(s.symbol), 0, set);
}

static erv m_match(struct erb_call *c)
{
  const struct erb_match *m = match(c, true);
  return m == NULL ? ERV_NIL : (erv){.kind = E_MATCH, .match = m};
}

/* --- sets of characters: tr, delete, count, squeeze; ASCII only --- */

struct characters {
  unsigned char of[256];
  uint32_t n;
  bool negated;
};

static struct characters characters(struct erb_call *c, str s)
{
  struct characters set = {0};
  if (s.n > 1 && s.p[0] == '^') {
    set.negated = true;
    s = str_from(s, 1);
  }
  for (size_t i = 0; i < s.n; i++) {
    unsigned char from = (unsigned char)s.p[i], to = from;
    if (from >= 0x80 || from == '\\') erb_leave(c->e, "'%.*s' with special characters", STR_FMT(c->name));
    if (i + 2 < s.n && s.p[i + 1] == '-') {
      to = (unsigned char)s.p[i + 2];
      i += 2;
    }
    if (to < from || to >= 0x80) erb_leave(c->e, "'%.*s' with that range", STR_FMT(c->name));
    for (unsigned ch = from; ch <= to && set.n < 256; ch++) set.of[set.n++] = (unsigned char)ch;
  }
  return set;
}

static int place(const struct characters *set, char ch)
{
  for (uint32_t i = set->n; i-- > 0;) {
    if (set->of[i] == (unsigned char)ch) return (int)i;
  }
  return -1;
}

static bool is_in(const struct characters *set, char ch) { return (place(set, ch) >= 0) != set->negated; }

static str ascii_self(struct erb_call *c)
{
  str s = self(c);
  for (size_t i = 0; i < s.n; i++) {
    if ((unsigned char)s.p[i] >= 0x80) erb_leave(c->e, "'%.*s' of special characters", STR_FMT(c->name));
  }
  return s;
}

static erv m_tr(struct erb_call *c)
{
  str s = ascii_self(c);
  struct characters from = characters(c, erb_string_arg(c, 0)), to = characters(c, erb_string_arg(c, 1));
  if (to.negated) erb_leave(c->e, "tr to all other characters");
  struct buf out = BUF_IN(c->e->arena);
  for (size_t i = 0; i < s.n; i++) {
    int at = place(&from, s.p[i]);
    bool hit = from.negated ? at < 0 : at >= 0;
    if (!hit) buf_char(&out, s.p[i]);
    else if (to.n > 0) buf_char(&out, (char)to.of[from.negated || (uint32_t)at >= to.n ? to.n - 1 : (uint32_t)at]);
  }
  return erv_str(c->e, buf_finish(&out));
}

static erv m_delete(struct erb_call *c)
{
  str s = ascii_self(c);
  struct characters set = characters(c, erb_string_arg(c, 0));
  struct buf out = BUF_IN(c->e->arena);
  for (size_t i = 0; i < s.n; i++) {
    if (!is_in(&set, s.p[i])) buf_char(&out, s.p[i]);
  }
  return erv_str(c->e, buf_finish(&out));
}

static erv m_count(struct erb_call *c)
{
  str s = ascii_self(c);
  struct characters set = characters(c, erb_string_arg(c, 0));
  int64_t n = 0;
  for (size_t i = 0; i < s.n; i++) n += is_in(&set, s.p[i]);
  return erv_int(n);
}

/* --- Regexp --- */

static erv m_escape(struct erb_call *c)
{
  if (c->self.class != C_REGEXP) erb_leave(c->e, "'%.*s' of a class", STR_FMT(c->name));
  return erv_str(c->e, ruby_regexp_escape(c->e->arena, erb_string_arg(c, 0)));
}

const struct erb_method erb_text_methods[] = {
  {"sub sub!", K_STRING, 1, 2, MAY_BLOCK, m_sub, false},
  {"gsub gsub!", K_STRING, 1, 2, MAY_BLOCK, m_sub, true},
  {"split", K_STRING, 0, 2, NO_BLOCK, m_split},
  {"match", K_STRING | K_REGEX, 1, 1, NO_BLOCK, m_match},
  {"tr", K_STRING, 2, 2, NO_BLOCK, m_tr},
  {"delete", K_STRING, 1, 1, NO_BLOCK, m_delete},
  {"count", K_STRING, 1, 1, NO_BLOCK, m_count},
  {"escape quote", K_CLASS, 1, 1, NO_BLOCK, m_escape},
  {0},
};
