/* External facts: the files of facts.d directories, and environment variables. A file that cannot be read is logged as
 * an error and the others are read nevertheless: a missing fact without a message would be hard to diagnose. */
#include "agent/facts/external.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/utf8.h"

typedef const char *parse_fn(struct arena *a, str text, struct fact *out);

struct format {
  const char *extension; /* NULL: a program */
  const char *name;      /* the reader's name in Facter's messages */
  parse_fn *parse;
};

static const struct format formats[] = {
  {"yaml", "YamlParser", facts__external_yaml},   {"yml", "YamlParser", facts__external_yaml},
  {"txt", "TextParser", facts__external_txt},     {"json", "JsonParser", facts__external_json},
  {NULL, "ScriptParser", facts__external_output},
};

/* Logs in Puppet's form: "Facter: …". */
static void tell(enum log_level level, const char *text)
{
  log_emit(&(struct log_event){
    .level = level, .category = &log_facts_external, .source = "Facter", .message = text, .message_len = strlen(text)});
}

static bool complain(struct arena *a, const char *path, const struct format *format, const char *what)
{
  tell(LOG_LEVEL_ERR,
       arena_printf(a, "Failed to handle %s as LegacyFacter::Util::Parser::%s facts: %s", path, format->name, what).p);
  return false;
}

/* Returns the error, or NULL. The user gives the directories, so they are not below another root. */
static const char *read_file(struct arena *a, const char *path, str *text)
{
  struct buf content = BUF_IN(a);
  const int reason = file_read(path, FACTS_FILE_LIMIT, &content);
  *text = buf_finish(&content);
  if (reason == EISDIR) return arena_printf(a, "Is a directory @ io_fread - %s", path).p;
  if (reason == EFBIG) return "it is larger than 16 MiB";
  return reason == 0 ? NULL : reason == FILE_NOT_REGULAR ? "it is not a regular file" : file_reason(reason);
}

/* Rejects what no fact may contain. */
static const char *check_text(str text)
{
  if (str_starts(text, STR("\xef\xbb\xbf"))) return "it begins with a byte order mark (BOM)";
  if (str_index(text, '\0', 0) != SIZE_MAX) return "it contains a NUL byte";
  return utf8_invalid_at(text) == SIZE_MAX ? NULL : "invalid byte sequence in UTF-8";
}

/* The part of a name after its last dot; "" for hidden files and names without a dot. */
static const char *extension(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot && dot != name ? dot + 1 : "";
}

/* Chooses the reader of a file; NULL: none. */
static const struct format *format_of(const char *path, const char *name)
{
  static const char *const not_here[] = {"bat", "cmd", "com", "exe"};
  const char *end = extension(name);
  struct stat st;
  size_t last = sizeof formats / sizeof formats[0] - 1;
  for (size_t i = 0; i < last; i++)
    if (strcasecmp(end, formats[i].extension) == 0) return &formats[i];
  for (size_t i = 0; i < sizeof not_here / sizeof not_here[0]; i++)
    if (strcasecmp(end, not_here[i]) == 0) return NULL;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0 ? &formats[last] : NULL;
}

/* The text of a file, or the output of a program. */
static const char *content(struct arena *a, const struct facts_options *o, const char *path, const struct format *f,
                           str *text)
{
  str errors = STR_EMPTY;
  if (f->extension) {
    const char *wrong = read_file(a, path, text);
    return wrong ? wrong : check_text(*text);
  }
  const char *wrong = facts__external_run(a, path, NULL, o->limit_ms ? o->limit_ms : FACTS_LIMIT_MS, text, &errors);
  errors = str_trim(errors);
  if (errors.n > 0)
    tell(LOG_LEVEL_WARNING,
         arena_printf(a, "Command %s completed with the following stderr message: %.*s", path, STR_FMT(errors)).p);
  return wrong ? wrong : check_text(*text);
}

/* False if there was an error; the facts that could be read are in `out`. */
static bool read_one(struct arena *a, const struct facts_options *o, const char *path, const char *name,
                     struct fact *out)
{
  str text = STR_EMPTY;
  const struct format *format = format_of(path, name);
  const char *wrong = format ? content(a, o, path, format, &text) : FACTS_NOTHING;
  if (!wrong) wrong = format->parse(a, text, out);
  if (wrong && strcmp(wrong, FACTS_FALSE) == 0) {
    tell(LOG_LEVEL_WARNING, arena_printf(a, "Could not interpret fact file %s", path).p);
    return false;
  }
  if (wrong && strcmp(wrong, FACTS_NOTHING) != 0) return complain(a, path, format, wrong);
  if (!out->first && log_enabled(&log_facts_external, LOG_LEVEL_DEBUG))
    tell(LOG_LEVEL_DEBUG, arena_printf(a, "Fact file %s was parsed but no key=>value data was returned", path).p);
  return true;
}

static bool facts_of_file(struct arena *a, const struct facts_options *o, const char *path, const char *name,
                          struct facts_list *out)
{
  double start = clock_seconds(CLOCK_MONOTONIC);
  struct fact *facts = facts__cached(a, o, name);
  bool cached = facts != NULL, good = true;
  if (!facts) {
    facts = fact_new(a, FACT_HASH);
    good = read_one(a, o, path, name, facts);
    if (good) facts__keep(a, o, name, facts);
  }
  if (o->timing) o->timing(o->timing_ctx, str_of(name), clock_seconds(CLOCK_MONOTONIC) - start, cached);
  if (!good) return false;
  for (struct fact *f = facts->first; f; f = f->next) facts__found(a, out, f, path, FACTS_WEIGHT_EXTERNAL);
  return true;
}

void facts__found(struct arena *a, struct facts_list *list, struct fact *fact, const char *file, int weight)
{
  if (list->count == list->cap) {
    size_t more = list->cap == 0 ? 32 : list->cap * 2;
    list->item = arena_regrow(a, list->item, list->cap * sizeof *list->item, more * sizeof *list->item);
    list->cap = more;
  }
  list->item[list->count++] = (struct facts_external){fact, file, weight};
}

static int name_backwards(const void *a, const void *b)
{
  return strcmp(*(const char *const *)b, *(const char *const *)a);
}

/* Names of files in a directory that are not hidden, in reverse order. */
static const char **names_in(struct arena *a, DIR *d, size_t *count)
{
  const char **names = NULL;
  size_t n = 0, cap = 0;
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    if (n == cap) {
      size_t more = cap == 0 ? 16 : cap * 2;
      names = arena_regrow(a, names, cap * sizeof *names, more * sizeof *names);
      cap = more;
    }
    names[n++] = arena_strz(a, str_of(e->d_name));
  }
  if (n > 0) qsort(names, n, sizeof *names, name_backwards);
  *count = n;
  return names;
}

unsigned facts__external(struct arena *a, const struct facts_options *o, const char *dir, struct facts_list *out)
{
  DIR *d = opendir(dir);
  size_t n, length = strlen(dir);
  unsigned problems = 0;
  if (!d && (errno == ENOENT || errno == ENOTDIR)) return 0;
  if (!d) {
    tell(LOG_LEVEL_ERR, arena_printf(a, "Could not read external facts from %s: %s", dir, strerror(errno)).p);
    return 1;
  }
  log_debug(&log_facts_external, "Loading external facts from %s", dir);
  const char **names = names_in(a, d, &n);
  closedir(d);
  while (length > 1 && dir[length - 1] == '/') length--;
  for (size_t i = 0; i < n; i++) {
    const char *path = arena_printf(a, "%.*s/%s", (int)length, dir, names[i]).p;
    if (facts__blocked(o, names[i])) log_debug(&log_facts_external, "External fact file %s blocked.", names[i]);
    else problems += !facts_of_file(a, o, path, names[i], out);
  }
  return problems;
}

/* Finds the name of the fact in a variable FACTER_NAME or FACTERNAME (in any case). It ends before the first character
 * that is not a letter, a digit or an underscore. Returns its length; 0: not the variable of a fact. */
static size_t variable_name(const char *entry, size_t length, const char **name)
{
  if (length < 7 || strncasecmp(entry, "facter", 6) != 0) return 0;
  size_t from = entry[6] == '_' && length > 7 ? 7 : 6, n = from;
  while (n < length && ascii_is_word((unsigned char)entry[n])) n++;
  *name = entry + from;
  return n - from;
}

void facts__external_environment(struct arena *a, struct facts_list *out)
{
  for (char **entry = environ; entry && *entry; entry++) {
    const char *equals = strchr(*entry, '='), *start = NULL;
    size_t n = equals ? variable_name(*entry, (size_t)(equals - *entry), &start) : 0;
    if (n == 0) continue;
    struct fact *one = fact_new(a, FACT_HASH);
    fact_put_strz(a, one, facts__external_name(a, str_n(start, n)), equals + 1);
    facts__found(a, out, one->first, NULL, FACTS_WEIGHT_ENVIRONMENT);
  }
}
