/* Methods of strings that take a pattern, and methods of regular expressions. A pattern is a regular expression or
 * a plain text. Those that search set e->match, from which $1 is taken later. */
#include "base/utf8.h"
#include "compiler/erb/erb_internal.h"

static str self(const struct erb_call *c) { return erv_text(c->self); }

/* --- finding a pattern, a regular expression or a text --- */

struct pattern {
  const struct erb_regex *regex; /* NULL: the text is looked for */
  str text;
};

static struct pattern pattern_of(struct erb_call *c, erv v)
{
  if (v.kind == E_REGEX) return (struct pattern){.regex = v.regex};
  if (v.kind != E_STRING) erb_leave(c->e, "'%s' with a %s", c->method->name, erb_class_name(v));
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

/* Where the search continues after a match. After an empty match it skips a character, else it would find the same
 * again. */
static size_t behind(str s, const struct erb_match *m)
{
  size_t end = (size_t)m->at.at[0].end;
  if (m->at.at[0].end > m->at.at[0].begin) return end;
  uint32_t cp;
  unsigned n = end < s.n ? utf8_decode(s, end, &cp) : 1;
  return end + (n == 0 ? 1 : n);
}

/* --- sub and gsub --- */

/* Replaces \0 to \9 and \& in the replacement. Other escapes are left to Ruby. */
static void expand(struct erb *e, struct buf *out, str replacement, const struct erb_match *m)
{
  for (size_t i = 0; i < replacement.n; i++) {
    char ch = replacement.p[i], next = i + 1 < replacement.n ? replacement.p[i + 1] : 0;
    if (ch != '\\' || i + 1 == replacement.n) {
      buf_char(out, ch);
      continue;
    }
    i++;
    if (ascii_is_digit(next) || next == '&') {
      erv group = erb_group(e, m, next == '&' ? 0 : next - '0');
      if (group.kind == E_STRING) buf_str(out, erv_text(group));
    } else if (next == '\\') {
      buf_char(out, '\\');
    } else if (next == 'k' || next == '`' || next == '\'') {
      erb_leave(e, "\\%c in a replacement", next);
    } else {
      buf_char(out, '\\');
      buf_char(out, next);
    }
  }
}

static void replacement(struct erb_call *c, struct buf *out, const struct erb_match *m)
{
  if (c->block == NULL) {
    expand(c->e, out, erb_string_arg(c, 1), m);
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

static erv substitution(struct erb_call *c, bool all)
{
  bool any = false, changes = c->method->name[strlen(c->method->name) - 1] == '!';
  if ((c->n == 2) == (c->block != NULL)) erb_leave(c->e, "'%s' without a replacement", c->method->name);
  if (changes && c->self.string->fixed) erb_leave(c->e, "a change of a string of Puppet");
  str s = substituted(c, all, &any);
  if (!changes) return erv_str(c->e, s);
  if (!any || erb_stop(c->e)) return ERV_NIL;
  *c->self.string = (struct erb_string){.p = (char *)(uintptr_t)s.p, .n = s.n};
  return c->self;
}

static erv m_sub(struct erb_call *c) { return substitution(c, false); }
static erv m_gsub(struct erb_call *c) { return substitution(c, true); }

/* --- split --- */

/* A split in progress. `from`: the beginning of the field that is not complete yet. */
struct split {
  struct erb *e;
  str s;
  struct erb_array *out;
  size_t from;
  int64_t limit, fields;
};

static void split_put(struct split *p, size_t from, size_t to)
{
  erb_push(p->e, p->out, erv_str(p->e, str_sub(p->s, from, to - from)));
}

/* True when the limit is reached, and the rest of the string becomes the last field. */
static bool split_full(struct split *p) { return p->limit != 0 && p->limit <= ++p->fields; }

static void split_blanks(struct split *p)
{
  bool skip = true;
  for (size_t i = 0; i < p->s.n; i++) {
    bool blank = ascii_is_space(p->s.p[i]);
    if (p->s.p[i] == '\0') erb_leave(p->e, "split of a string with a NUL byte");
    if (skip && blank) {
      p->from = i + 1;
    } else if (skip) {
      skip = false;
      if (p->limit > 0 && p->limit <= p->fields) return;
    } else if (blank) {
      split_put(p, p->from, i);
      skip = true;
      p->from = i + 1;
      p->fields++;
    }
  }
}

static size_t character(str s, size_t at)
{
  uint32_t cp;
  unsigned n = at < s.n ? utf8_decode(s, at, &cp) : 1;
  return n == 0 ? 1 : n;
}

static void split_text(struct split *p, str by)
{
  while (p->from < p->s.n) {
    size_t end = by.n == 0 ? p->from + character(p->s, p->from) : str_find(p->s, by, p->from);
    if (end == SIZE_MAX) return;
    split_put(p, p->from, end);
    p->from = end + by.n;
    if (p->limit > 0 && split_full(p)) return;
  }
}

/* An empty match splits between two characters, but not before the first or behind the last. */
static void split_regex(struct split *p, const struct erb_regex *re)
{
  size_t start = p->from;
  bool stepped = false;
  const struct erb_match *m;
  while (start <= p->s.n && (m = erb_search(p->e, re, p->s, start, false)) != NULL) {
    deadline_step();
    size_t begin = (size_t)m->at.at[0].begin, end = (size_t)m->at.at[0].end;
    if (start == begin && begin == end && !stepped) {
      start += character(p->s, start);
      stepped = true;
      continue;
    }
    if (start == begin && begin == end) {
      split_put(p, p->from, p->from + character(p->s, p->from));
      p->from = start;
    } else {
      split_put(p, p->from, begin);
      p->from = start = end;
    }
    stepped = false;
    for (int g = 1; g < m->at.n; g++) {
      if (m->at.at[g].begin >= 0) split_put(p, (size_t)m->at.at[g].begin, (size_t)m->at.at[g].end);
    }
    if (p->limit > 0 && split_full(p)) return;
  }
}

static erv m_split(struct erb_call *c)
{
  str s = self(c);
  erv v = erv_array(c->e, 0);
  struct split p = {.e = c->e, .s = s, .out = v.array, .limit = c->n > 1 ? erb_int_arg(c, 1) : 0, .fields = 1};
  if (s.n == 0) return v;
  if (p.limit == 1) {
    erb_push(c->e, v.array, erv_str(c->e, s));
    return v;
  }
  if (c->n == 0 || c->args[0].kind == E_NIL || (c->args[0].kind == E_STRING && str_eqz(erv_text(c->args[0]), " "))) {
    split_blanks(&p);
  } else {
    struct pattern by = pattern_of(c, c->args[0]);
    if (by.regex != NULL) split_regex(&p, by.regex);
    else split_text(&p, by.text);
  }
  if (p.limit != 0 || s.n > p.from) split_put(&p, p.from, s.n);
  while (p.limit == 0 && v.array->n > 0 && v.array->items[v.array->n - 1].string->n == 0) v.array->n--;
  return v;
}

/* --- scan, match, partition --- */

/* Both sides of a match: a string, and a regular expression or the text of one. */
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
  if (re.kind != E_REGEX || (s.kind != E_STRING && s.kind != E_SYMBOL)) {
    erb_leave(c->e, "'%s' with a %s", c->method->name, erb_class_name(c->args[0]));
  }
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
    if (from >= 0x80 || from == '\\') erb_leave(c->e, "'%s' with special characters", c->method->name);
    if (i + 2 < s.n && s.p[i + 1] == '-') {
      to = (unsigned char)s.p[i + 2];
      i += 2;
    }
    if (to < from || to >= 0x80) erb_leave(c->e, "'%s' with that range", c->method->name);
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
    if ((unsigned char)s.p[i] >= 0x80) erb_leave(c->e, "'%s' of special characters", c->method->name);
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
  static const char special[] = "[]{}()|-*.\\?+^$#", blanks[] = " \n\t\r\f\v", names[] = " ntrfv";
  if (c->self.class != C_REGEXP) erb_leave(c->e, "'%s' of a class", c->method->name);
  str s = erb_string_arg(c, 0);
  struct buf out = BUF_IN(c->e->arena);
  for (size_t i = 0; i < s.n; i++) {
    const char *blank = s.p[i] == 0 ? NULL : strchr(blanks, s.p[i]);
    bool escaped = s.p[i] != 0 && (blank != NULL || strchr(special, s.p[i]) != NULL);
    if (escaped) buf_char(&out, '\\');
    buf_char(&out, blank != NULL ? names[blank - blanks] : s.p[i]);
  }
  return erv_str(c->e, buf_finish(&out));
}

const struct erb_method erb_text_methods[] = {
  {"sub", K_STRING, 1, 2, MAY_BLOCK, m_sub},    {"gsub", K_STRING, 1, 2, MAY_BLOCK, m_gsub},
  {"sub!", K_STRING, 1, 2, MAY_BLOCK, m_sub},   {"gsub!", K_STRING, 1, 2, MAY_BLOCK, m_gsub},
  {"split", K_STRING, 0, 2, NO_BLOCK, m_split}, {"match", K_STRING | K_REGEX, 1, 1, NO_BLOCK, m_match},
  {"tr", K_STRING, 2, 2, NO_BLOCK, m_tr},       {"delete", K_STRING, 1, 1, NO_BLOCK, m_delete},
  {"count", K_STRING, 1, 1, NO_BLOCK, m_count}, {"escape", K_CLASS, 1, 1, NO_BLOCK, m_escape},
  {"quote", K_CLASS, 1, 1, NO_BLOCK, m_escape}, {0},
};
