/* stdlib's file_line: manages one line of a file. */
#include <iconv.h>
#include <stdio.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "agent/system/store.h"
#include "base/utf8.h"

struct line_file {
  str *lines; /* including line ends */
  str *texts; /* the same in UTF-8, for matching */
  uint32_t n;
  bool plain; /* the file's encoding is UTF-8 */
};

static str wanted_line(const struct ral_resource *r) { return ral_value_to_s(r, "line"); }

/* Ruby's chomp. */
static str chomped(str s)
{
  if (s.n > 0 && s.p[s.n - 1] == '\n') s.n--;
  if (s.n > 0 && s.p[s.n - 1] == '\r') s.n--;
  return s;
}

/* --- reading --- */

static str converted(struct arena *a, iconv_t how, str bytes)
{
  const size_t room = bytes.n * 4 + 4;
  char *out = arena_alloc(a, room), *at = out, *in = arena_strz(a, bytes);
  size_t left = bytes.n, free_bytes = room;
  iconv(how, NULL, NULL, NULL, NULL);
  /* The bytes are invalid in that encoding. */
  if (iconv(how, &in, &left, &at, &free_bytes) == (size_t)-1) return str_n("\xff", 1);
  return str_n(out, (size_t)(at - out));
}

/* Like Ruby, ignores an encoding that is no text, and one that is unknown with a warning. */
static void decode(struct ral_resource *r, struct line_file *f)
{
  const value given = ral_value(r, "encoding");
  const char *encoding = given.kind == V_STRING ? arena_strz(r->ral->arena, value_text(given)) : "UTF-8";
  const bool bytes = strcasecmp(encoding, "BINARY") == 0 || strcasecmp(encoding, "ASCII-8BIT") == 0;
  f->texts = f->lines;
  f->plain = strcasecmp(encoding, "UTF-8") == 0;
  if (f->plain) return;
  const iconv_t how = iconv_open("UTF-8", bytes ? "ISO-8859-1" : encoding);
  f->plain = how == (iconv_t)-1 || encoding[0] == '\0'; /* the empty name is that of the locale for iconv */
  if (f->plain) {
    fprintf(stderr, "%.*s: warning: Unsupported encoding %s ignored\n", STR_FMT(r->ref), encoding);
    if (how != (iconv_t)-1) iconv_close(how);
    return;
  }
  f->texts = arena_array(r->ral->arena, f->n + 1, sizeof *f->texts);
  for (uint32_t i = 0; i < f->n; i++) {
    f->texts[i] = str_is_ascii(f->lines[i]) ? f->lines[i] : converted(r->ral->arena, how, f->lines[i]);
  }
  iconv_close(how);
}

/* The file as it was when this run first read it. */
static const struct line_file *read_lines(struct ral_resource *r)
{
  struct arena *a = r->ral->arena;
  const char *path = arena_strz(a, ral_value_text(r, "path"));
  struct line_file *f = ARENA_NEW(a, struct line_file);
  struct buf text = BUF_IN(a);
  if (r->data != NULL) return r->data;
  if ((!ral_is_noop(r) || access(path, F_OK) == 0) && !store_read(r->ral, path, &text)) return NULL;
  const str all = buf_view(&text);
  uint32_t n = 1;
  for (size_t i = 0; i < all.n; i++) n += all.p[i] == '\n';
  f->lines = arena_array(a, n, sizeof *f->lines);
  for (size_t at = 0; at < all.n;) {
    const size_t end = str_index(all, '\n', at), next = end == SIZE_MAX ? all.n : end + 1;
    f->lines[f->n++] = str_sub(all, at, next - at);
    at = next;
  }
  decode(r, f);
  return r->data = f;
}

/* --- regular expressions --- */

/* NULL without an error: the parameter is not set. */
static bool compile(struct ral_resource *r, const char *name, const struct regex **re)
{
  str error;
  *re = NULL;
  if (!ral_is_given(r, name)) return true;
  if (!ral_need_text(r->ral, ral_value(r, name))) return false;
  *re = regex_compile(r->ral->arena, ral_to_s(r->ral->arena, ral_value(r, name)), &error);
  return *re != NULL || ral_fail(r->ral, "%.*s", STR_FMT(error));
}

static bool matches(struct ral *ral, const struct line_file *f, const struct regex *re, uint32_t i, bool *yes)
{
  if (utf8_invalid_at(f->texts[i]) != SIZE_MAX) return ral_fail_system(ral, "invalid byte sequence in UTF-8");
  if (!f->plain && !str_is_ascii(f->lines[i]) && regex_fixes_encoding(re->source)) {
    return ral_fail(ral, "incompatible encoding regexp match (UTF-8 regexp with a text of another encoding)");
  }
  const enum regex_result found = regex_search(re, f->texts[i], 0, NULL);
  if (found == REGEX_LIMIT) return ral_fail(ral, "the regular expression /%.*s/ takes too long", STR_FMT(re->source));
  *yes = found == REGEX_MATCH;
  return true;
}

/* A text in another encoding never equals the line in the manifest, unless both are ASCII. Nor does a number or a
 * boolean, which is written on every run. */
static bool is_line(const struct ral_resource *r, const struct line_file *f, uint32_t i)
{
  return ral_value(r, "line").kind == V_STRING && str_eq(chomped(f->lines[i]), wanted_line(r)) &&
         (f->plain || str_is_ascii(f->lines[i]));
}

static bool count(struct ral_resource *r, const struct line_file *f, const struct regex *re, uint32_t *n)
{
  const bool others = ral_flag(r, "replace_all_matches_not_matching_line");
  *n = 0;
  for (uint32_t i = 0; i < f->n; i++) {
    bool yes;
    if (others && is_line(r, f, i)) continue;
    if (re == NULL) return ral_fail_system(r->ral, "wrong argument type nil (expected Regexp)");
    if (!matches(r->ral, f, re, i, &yes)) return false;
    *n += yes;
  }
  return true;
}

/* --- whether the line exists --- */

static bool exists(struct ral_resource *r, const struct line_file *f, bool *found)
{
  const struct regex *match;
  uint32_t lines = 0, matched;
  for (uint32_t i = 0; i < f->n; i++) lines += is_line(r, f, i);
  *found = lines > 0;
  if (!ral_is_given(r, "match")) return true;
  if (!compile(r, "match", &match) || !count(r, f, match, &matched)) return false;
  if (!ral_is(ral_value(r, "ensure"), "present")) {
    if (matched > 0 && lines == 0) *found = ral_flag(r, "match_for_absence");
  } else if (matched == 0) {
    *found = lines > 0 || !ral_flag(r, "append_on_no_match"); /* true: nothing to do */
  } else if (ral_flag(r, "replace_all_matches_not_matching_line")) {
    *found = false; /* false: lines must be replaced */
  } else {
    *found = lines > 0 || !ral_flag(r, "replace");
  }
  return true;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  (void)a;
  bool found;
  const struct line_file *f = read_lines(r);
  if (f == NULL || !exists(r, f, &found)) return false;
  *is = found ? RAL_WORD(present) : RAL_WORD(absent);
  return true;
}

static bool get_line(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  *is = ral_should(r, a);
  return true;
}

/* --- changing --- */

/* Like Ruby's puts: adds a line end. */
static void put_line(struct buf *out, str line)
{
  buf_str(out, line);
  if (line.n == 0 || line.p[line.n - 1] != '\n') buf_char(out, '\n');
}

static bool too_many(struct ral_resource *r)
{
  return ral_fail(r->ral, "More than one line in file '%.*s' matches pattern '%.*s'",
                  STR_FMT(ral_value_text(r, "path")), STR_FMT(ral_value_text(r, "match")));
}

/* Replaces the lines that match; without any, inserts the line after each that matches `after`; else appends it. */
static bool put_by_match(struct ral_resource *r, const struct line_file *f, struct buf *out)
{
  const struct regex *match, *after;
  uint32_t n;
  if (!compile(r, "after", &after) || !compile(r, "match", &match) || !count(r, f, match, &n)) return false;
  if (n > 1 && !ral_flag(r, "multiple")) return too_many(r);
  for (uint32_t i = 0; i < f->n; i++) {
    bool yes;
    if (!matches(r->ral, f, match, i, &yes)) return false;
    put_line(out, yes ? wanted_line(r) : f->lines[i]);
    if (n > 0 || after == NULL) continue;
    if (!matches(r->ral, f, after, i, &yes)) return false;
    if (yes) put_line(out, wanted_line(r));
    n += yes;
  }
  if (n == 0) put_line(out, wanted_line(r));
  return true;
}

static bool put_after(struct ral_resource *r, const struct line_file *f, struct buf *out)
{
  const struct regex *after;
  uint32_t n;
  if (!compile(r, "after", &after) || !count(r, f, after, &n)) return false;
  if (n > 1 && !ral_flag(r, "multiple")) {
    return ral_fail(r->ral, "%u lines match pattern '%.*s' in file '%.*s'. One or no line must match the pattern.", n,
                    STR_FMT(ral_value_text(r, "after")), STR_FMT(ral_value_text(r, "path")));
  }
  for (uint32_t i = 0; i < f->n; i++) {
    bool yes;
    put_line(out, f->lines[i]);
    if (!matches(r->ral, f, after, i, &yes)) return false;
    if (yes) put_line(out, wanted_line(r));
  }
  if (n == 0) put_line(out, wanted_line(r));
  return true;
}

static bool add(struct ral_resource *r, const struct line_file *f, struct buf *out, bool *write)
{
  const struct regex *match;
  uint32_t n = 0;
  if (!ral_flag(r, "replace")) {
    if (!compile(r, "match", &match) || !count(r, f, match, &n)) return false;
    *write = n == 0;
    if (n > 0) return true;
  }
  if (ral_is_given(r, "match")) return put_by_match(r, f, out);
  if (ral_is_given(r, "after")) return put_after(r, f, out);
  for (uint32_t i = 0; i < f->n; i++) put_line(out, f->lines[i]);
  put_line(out, wanted_line(r));
  return true;
}

static bool take_away(struct ral_resource *r, const struct line_file *f, struct buf *out)
{
  const bool by_match = ral_flag(r, "match_for_absence") && ral_is_given(r, "match");
  const struct regex *match;
  uint32_t n;
  if (by_match && (!compile(r, "match", &match) || !count(r, f, match, &n))) return false;
  if (by_match && n > 1 && !ral_flag(r, "multiple")) return too_many(r);
  for (uint32_t i = 0; i < f->n; i++) {
    bool gone = is_line(r, f, i);
    if (by_match && !matches(r->ral, f, match, i, &gone)) return false;
    if (!gone) buf_str(out, f->lines[i]);
  }
  return true;
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  const struct line_file *f = read_lines(r);
  struct buf out = BUF_IN(r->ral->arena);
  bool write = true;
  (void)a;
  if (f == NULL) return false;
  if (ral_is(should, "present") ? !add(r, f, &out, &write) : !take_away(r, f, &out)) return false;
  return !write || store_lines(r->ral, arena_strz(r->ral->arena, ral_value_text(r, "path")), buf_view(&out));
}

/* --- the type --- */

static bool validate(struct ral_resource *r)
{
  const bool all = ral_flag(r, "replace_all_matches_not_matching_line");
  if (all && ral_is(ral_value(r, "multiple"), "false")) {
    return ral_fail(r->ral, "multiple must be true when replace_all_matches_not_matching_line is true");
  }
  if (all && ral_is(ral_value(r, "replace"), "false")) {
    return ral_fail(r->ral, "replace must be true when replace_all_matches_not_matching_line is true");
  }
  const bool by_match = ral_is(ral_value(r, "ensure"), "absent") && ral_flag(r, "match_for_absence") &&
                        ral_is_given(r, "match");
  const value line = ral_value(r, "line");
  const bool has_line = line.kind != V_UNDEF && !(line.kind == V_BOOL && !line.boolean);
  if (!has_line && !by_match) return ral_fail(r->ral, "line is a required attribute");
  return ral_is_given(r, "path") || ral_fail(r->ral, "path is a required attribute");
}

static const struct ral_provider ruby = {.name = "ruby", .get = get, .set = set, .instances = ral_no_instances};
static const struct ral_provider *const providers[] = {&ruby, NULL};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback_value = RAL_WORD_INIT(present)},
  {.name = "line", .flags = RAL_PROPERTY, .retrieve = get_line},
  {.name = "match"},
  {.name = "match_for_absence", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "multiple", .words = ral_true_false_words},
  {.name = "after"},
  {.name = "path", .validate = ral_validate_path},
  {.name = "replace", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(true)},
  {.name = "replace_all_matches_not_matching_line",
   .words = ral_true_false_words,
   .fallback_value = RAL_WORD_INIT(false)},
  {.name = "encoding", .fallback_value = RAL_TEXT_INIT("UTF-8")},
  {.name = "append_on_no_match", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(true)},
  {0}};

const struct ral_type ral_type_file_line = {
  .name = "file_line",
  .module = "stdlib",
  .implements = {.from = 8, .from_minor = 3}, /* before: a missing file fails in noop, too */
  .attributes = attributes,
  .providers = providers,
  .validate = validate,
  .undo = {RAL_UNDO_FILES, "path"}};
