/* Regular expressions by Oniguruma: compiling with a cache, limits on steps, and Ruby's messages. Simple expressions
 * are executed by regex_quick.c. */
#include "base/regex.h"
#include "base/check.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/deadline.h"
#include "base/onig_library.h"
#include "base/regex_quick.h"

/* The maximum number of steps of a search, almost a second. Ruby 3.1 has no limit. */
enum { RETRY_LIMIT = 10 * 1000 * 1000 };

static const struct onig_library *onig;

static void initialise(void)
{
  if (onig != NULL) return;
  onig = onig_library();
  OnigEncoding utf8 = onig->OnigEncodingUTF8;
  onig->onig_initialize(&utf8, 1);
  onig->onig_set_retry_limit_in_match(RETRY_LIMIT);
  onig->onig_set_retry_limit_in_search(RETRY_LIMIT);
}

/* Ruby's \w, \d and \s are ASCII but its [[:bracket:]] classes are not. differs: for Ruby's \b other letters are parts
 * of words; Oniguruma uses \w. */
static const OnigOptionType RUBY_OPTIONS = ONIG_OPTION_WORD_IS_ASCII | ONIG_OPTION_DIGIT_IS_ASCII |
                                           ONIG_OPTION_SPACE_IS_ASCII;

/* -- compiled expressions of the process: many manifests use the same ones, and compiling is slow -- */

enum { CACHE_SLOTS = 1024, CACHE_MAX_SOURCE = 512 };

enum { MEMO_BYTES = 48, MEMO_GROUPS = 3 };

/* The result of the last search in a short text. */
struct regex_memo {
  char subject[MEMO_BYTES];
  uint8_t length;
  bool known, matches;
  int n;
  struct {
    int begin, end;
  } at[MEMO_GROUPS + 1];
};

struct compiled {
  OnigRegex regex;
  char *source;
  size_t n;
  uint64_t hash;
  unsigned users; /* number of arenas that use it; without any it is kept until another expression takes its slot */
  bool cached, is_quick;
  struct regex_quick quick;
  struct regex_memo memo;
};

static struct compiled *cache[CACHE_SLOTS];

static void discard(struct compiled *c)
{
  onig->onig_free(c->regex);
  free(c->source);
  free(c);
}

/* Frees a struct regex. It may be incomplete if memory ran out while it was made. */
static void release(void *regex)
{
  const struct regex *re = regex;
  if (re->memo == NULL) return;
  struct compiled *c = (struct compiled *)((char *)re->memo - offsetof(struct compiled, memo));
  c->users--;
  if (!c->cached) discard(c);
}

static struct compiled *cached(str source, uint64_t hash)
{
  struct compiled *c = cache[hash % CACHE_SLOTS];
  return c != NULL && c->hash == hash && str_eq((str){c->source, c->n}, source) ? c : NULL;
}

/* Stores the expression in its slot, unless the one in it is in use. */
static void remember(struct compiled *c, str source, uint64_t hash)
{
  struct compiled **slot = &cache[hash % CACHE_SLOTS];
  if (source.n > CACHE_MAX_SOURCE || (*slot != NULL && (*slot)->users != 0)) return;
  c->source = memcpy(xmalloc(source.n), source.n != 0 ? source.p : "", source.n);
  if (*slot != NULL) discard(*slot);
  c->n = source.n;
  c->hash = hash;
  c->cached = true;
  *slot = c;
}

/* Ruby's message: the reason, then the expression between slashes, with a backslash before each slash in it. */
static str error_text(struct arena *a, str reason, str source)
{
  struct buf b = BUF_IN(a);
  buf_printf(&b, "%.*s: /", STR_FMT(reason));
  for (size_t i = 0; i < source.n; i++) {
    if (source.p[i] == '\\' && i + 1 < source.n) buf_char(&b, source.p[i++]);
    else if (source.p[i] == '/') buf_char(&b, '\\');
    buf_char(&b, source.p[i]);
  }
  buf_char(&b, '/');
  return buf_view(&b);
}

static int try_to_compile(struct compiled *c, str source, OnigErrorInfo *info)
{
  const OnigUChar *p = (const OnigUChar *)source.p;
  return onig->onig_new(&c->regex, p, p + source.n, RUBY_OPTIONS, onig->OnigEncodingUTF8, onig->OnigSyntaxRuby, info);
}

/* Length of the anchor at `i`, outside a class of characters; 0: not an anchor. */
static size_t anchor_at(str s, size_t i)
{
  if (s.p[i] == '^' || s.p[i] == '$') return 1;
  return s.p[i] == '\\' && i + 1 < s.n && memchr("AzZbBG", s.p[i + 1], 6) != NULL ? 2 : 0;
}

/* Ruby can repeat anchors (`\z*`), Oniguruma only groups with more than an anchor: `(?:\z(?:))*`. */
static str group_anchors(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  uint32_t classes = 0;
  for (size_t i = 0; i < s.n;) {
    const size_t anchor = classes == 0 ? anchor_at(s, i) : 0, n = anchor > 0                      ? anchor
                                                                  : s.p[i] == '\\' && i + 1 < s.n ? 2
                                                                                                  : 1;
    const bool repeated = anchor > 0 && i + n < s.n && memchr("*+?{", s.p[i + n], 4) != NULL;
    if (n == 1 && s.p[i] == '[') classes++;
    else if (n == 1 && s.p[i] == ']' && classes > 0) classes--;
    if (repeated) buf_z(&b, "(?:");
    buf_append(&b, s.p + i, n);
    if (repeated) buf_z(&b, "(?:))");
    i += n;
  }
  return buf_view(&b);
}

static struct compiled *compile(struct arena *a, str source, str *error)
{
  struct compiled *c = xcalloc(1, sizeof *c);
  OnigErrorInfo info;
  int rc = try_to_compile(c, source, &info);
  if (rc == ONIGERR_TARGET_OF_REPEAT_OPERATOR_INVALID &&
      try_to_compile(c, group_anchors(a, source), &info) == ONIG_NORMAL)
    rc = ONIG_NORMAL;
  if (rc != ONIG_NORMAL) {
    OnigUChar text[ONIG_MAX_ERROR_MESSAGE_LEN];
    int n = onig->onig_error_code_to_str(text, rc, &info);
    free(c);
    *error = error_text(a, str_n((const char *)text, (size_t)n), source);
    return NULL;
  }
  c->is_quick = regex_quick_compile(source, &c->quick);
  return c;
}

const struct regex *regex_compile(struct arena *a, str source, str *error)
{
  assert(error != NULL);
  initialise();
  /* Memory may run out at any point, so the expression is registered with the arena first. */
  struct regex *re = ARENA_NEW(a, struct regex);
  arena_defer(a, release, re);
  const uint64_t hash = str_hash(source);
  struct compiled *const known = cached(source, hash), *const c = known != NULL ? known : compile(a, source, error);
  if (c == NULL) return NULL;
  c->users++;
  *re = (struct regex){.source = source,
                       .compiled = c->regex,
                       .groups = onig->onig_number_of_captures(c->regex),
                       .quick = c->is_quick ? &c->quick : NULL,
                       .memo = &c->memo};
  if (known == NULL) remember(c, source, hash);
  return re;
}

/* Whether \uXXXX or \u{X…} at `at` is a character beyond ASCII. */
static bool wide_escape(str s, size_t at)
{
  unsigned long cp = 0;
  for (size_t i = at + (at < s.n && s.p[at] == '{'); i < s.n && i < at + 8 && ascii_hex(s.p[i]) >= 0; i++)
    cp = cp * 16 + (unsigned)ascii_hex(s.p[i]);
  return cp > 0x7f;
}

bool regex_fixes_encoding(str source)
{
  for (size_t i = 0; i < source.n; i++) {
    if ((unsigned char)source.p[i] >= 0x80) return true;
    if (source.p[i] != '\\' || ++i >= source.n) continue;
    char c = source.p[i];
    if (c == 'p' || c == 'P' || (c == 'u' && wide_escape(source, i + 1))) return true;
  }
  return false;
}

static void report(const OnigRegion *region, struct regex_match *m)
{
  m->n = region->num_regs <= REGEX_MAX_GROUPS ? region->num_regs : REGEX_MAX_GROUPS + 1;
  for (int i = 0; i < m->n; i++) {
    m->at[i].begin = region->beg[i];
    m->at[i].end = region->end[i];
  }
}

static bool is_memorable(const struct regex *re, str subject, size_t from, const struct regex_match *m)
{
  return m != NULL && from == 0 && subject.n <= MEMO_BYTES && re->groups <= MEMO_GROUPS;
}

static bool remembered(const struct regex_memo *memo, str subject, struct regex_match *m, enum regex_result *found)
{
  if (!memo->known || !str_eq(str_n(memo->subject, memo->length), subject)) return false;
  *found = memo->matches ? REGEX_MATCH : REGEX_NO_MATCH;
  m->n = memo->matches ? memo->n : 0;
  for (int i = 0; i < m->n; i++) m->at[i].begin = memo->at[i].begin, m->at[i].end = memo->at[i].end;
  return true;
}

static void memorize(struct regex_memo *memo, str subject, const struct regex_match *m, bool matches)
{
  if (subject.n > 0) memcpy(memo->subject, subject.p, subject.n);
  memo->length = (uint8_t)subject.n;
  memo->known = true;
  memo->matches = matches;
  memo->n = m->n;
  for (int i = 0; i < m->n; i++) memo->at[i].begin = m->at[i].begin, memo->at[i].end = m->at[i].end;
}

/* Steps for the deadline per search. Most searches take far less time, but some half a second. */
enum { SEARCH_STEPS = 64 };

enum regex_result regex_search(const struct regex *re, str subject, size_t from, struct regex_match *m)
{
  assert(re != NULL);
  static OnigRegion *region; /* reused: one search at a time, see the note on threads in symbol.h */
  if (m != NULL) m->n = 0;
  if (from > subject.n || subject.n > INT_MAX) return REGEX_NO_MATCH;
  enum regex_result known;
  if (re->quick != NULL && regex_quick_search(re->quick, subject, from, m, &known)) return known;
  const bool memorable = is_memorable(re, subject, from, m);
  if (memorable && remembered(re->memo, subject, m, &known)) return known;
  deadline_work(SEARCH_STEPS);
  if (region == NULL) region = onig->onig_region_new();
  const OnigUChar *p = (const OnigUChar *)subject.p, *end = p + subject.n;
  int rc = onig->onig_search(re->compiled, p, end, p + from, end, m != NULL ? region : NULL, ONIG_OPTION_NONE);
  if (rc < 0 && rc != ONIG_MISMATCH) return REGEX_LIMIT;
  if (rc >= 0 && m != NULL) report(region, m);
  if (memorable) memorize(re->memo, subject, m, rc >= 0);
  return rc >= 0 ? REGEX_MATCH : REGEX_NO_MATCH;
}

int regex_group(const struct regex *re, str name)
{
  assert(re != NULL);
  int *groups;
  const OnigUChar *p = (const OnigUChar *)name.p;
  int n = onig->onig_name_to_group_numbers(re->compiled, p, p + name.n, &groups);
  return n > 0 ? groups[n - 1] : -1;
}

bool regex_is_alnum(uint32_t cp) { return ONIGENC_IS_CODE_ALNUM(onig_library()->OnigEncodingUTF8, cp) != 0; }
