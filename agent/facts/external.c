/* External facts: the files of a facts.d directory. NAME=VALUE lines in *.txt, a hash in *.json. What is
 * there but cannot be read is an error in the log: a fact that is silently missing costs more time than a
 * message. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/facts/external.h"
#include "agent/facts/facts_internal.h"
#include "base/arena.h"
#include "base/log.h"
#include "base/utf8.h"

LOG_CATEGORY(log_external, "facts.external");

enum { FILE_LIMIT = 16 << 20 };

static bool complain(const char *path, const char *what)
{
  log_error(&log_external, "EXTERNAL_FACT", "Mend or remove the file; its facts are left out.",
            "Could not read external facts from %s: %s", path, what);
  return false;
}

/* Reads a file below no other root: the directories are given by the user. */
static bool read_file(struct arena *a, const char *path, str *text)
{
  struct buf content = BUF_IN(a);
  struct stat st;
  char part[8192];
  size_t n;
  FILE *f = fopen(path, "re");
  if (!f)
    return complain(path, strerror(errno));
  if (fstat(fileno(f), &st) == 0 && !S_ISREG(st.st_mode)) {
    fclose(f);
    return complain(path, S_ISDIR(st.st_mode) ? strerror(EISDIR) : "it is not a regular file");
  }
  while (content.n <= FILE_LIMIT && (n = fread(part, 1, sizeof part, f)) > 0)
    buf_append(&content, part, n);
  bool ok = !ferror(f);
  fclose(f);
  *text = buf_view(&content);
  if (!ok)
    return complain(path, strerror(EIO));
  return content.n <= FILE_LIMIT || complain(path, "it is larger than 16 MiB");
}

/* What no text of facts may hold. */
static const char *check_text(str text)
{
  if (str_starts(text, STR("\xef\xbb\xbf")))
    return "it begins with a byte order mark (BOM)";
  if (str_index(text, '\0', 0) != SIZE_MAX)
    return "it holds a NUL byte";
  return utf8_invalid_at(text) == SIZE_MAX ? NULL : "it is not valid UTF-8";
}

const char *facts__external_name(struct arena *a, str name)
{
  char *z = arena_strz(a, name);
  for (char *p = z; *p; p++)
    *p = (char)ascii_lower((unsigned char)*p);
  return z;
}

const char *facts__external_txt(struct arena *a, str text, struct fact *out)
{
  str line;
  while (facts__next_line(&text, &line)) {
    if (line.n > 0 && line.p[line.n - 1] == '\r')
      line.n--;
    size_t eq = str_index(line, '=', 1);
    if (eq != SIZE_MAX && eq + 1 < line.n)
      fact_put_str(a, out, facts__external_name(a, str_sub(line, 0, eq)), str_from(line, eq + 1));
  }
  return NULL;
}

/* jansson limits the depth to 2048, so this ends. */
static void put_json(struct arena *a, struct fact *parent, const char *key, const json_t *json)
{
  const char *name;
  json_t *value;
  size_t i;
  switch (json_typeof(json)) {
  case JSON_OBJECT: {
    struct fact *hash = fact_put(a, parent, key, FACT_HASH);
    json_object_foreach((json_t *)json, name, value) put_json(a, hash, name, value);
    return;
  }
  case JSON_ARRAY: {
    struct fact *array = fact_put(a, parent, key, FACT_ARRAY);
    json_array_foreach(json, i, value) put_json(a, array, NULL, value);
    return;
  }
  case JSON_STRING:
    fact_put_str(a, parent, key, str_n(json_string_value(json), json_string_length(json)));
    return;
  case JSON_INTEGER: fact_put_int(a, parent, key, json_integer_value(json)); return;
  case JSON_REAL: fact_put_float(a, parent, key, json_real_value(json)); return;
  case JSON_TRUE:
  case JSON_FALSE: fact_put_bool(a, parent, key, json_is_true(json)); return;
  case JSON_NULL: fact_put(a, parent, key, FACT_NULL); return;
  }
}

const char *facts__external_json(struct arena *a, str text, struct fact *out)
{
  json_error_t error;
  const char *name;
  json_t *value;
  json_t *json = json_loadb(text.p, text.n, JSON_ALLOW_NUL, &error);
  if (!json)
    return arena_printf(a, "%s (line %d, column %d)", error.text, error.line, error.column).p;
  bool ok = json_is_object(json);
  if (ok) {
    json_object_foreach(json, name, value) put_json(a, out, facts__external_name(a, str_of(name)), value);
  }
  json_decref(json);
  return ok ? NULL : "it does not hold a hash";
}

/* Which of the three did a program print? */
static const char *parse_output(struct arena *a, str text, struct fact *out)
{
  str start = str_trim(text), line = STR_EMPTY, rest = start;
  if (str_starts(start, STR("{")))
    return facts__external_json(a, text, out);
  facts__next_line(&rest, &line);
  size_t eq = str_index(line, '=', 0), colon = str_index(line, ':', 0);
  if (str_starts(start, STR("---")) || (colon != SIZE_MAX && colon < eq))
    return facts__external_yaml(a, text, out);
  return facts__external_txt(a, text, out);
}

/* The later source wins, whole fact by whole fact. */
static void merge(struct facts_host *h, struct fact *from)
{
  for (struct fact *f = from->first, *next; f; f = next) {
    next = f->next;
    struct fact *slot = fact_put(h->arena, h->facts, arena_strz(h->arena, f->key), f->kind);
    struct fact *after = slot->next;
    *slot = *f;
    slot->next = after;
  }
}

typedef const char *parse_fn(struct arena *a, str text, struct fact *out);

static parse_fn *parser_of(str name)
{
  static const struct {
    const char *end;
    parse_fn *parse;
  } kinds[] = {
      {".txt", facts__external_txt},
      {".json", facts__external_json},
      {".yaml", facts__external_yaml},
      {".yml", facts__external_yaml},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (str_ends(name, str_of(kinds[i].end)))
      return kinds[i].parse;
  return NULL;
}

static bool read_one(struct facts_host *h, const char *path)
{
  struct stat st;
  str text = STR_EMPTY, name = str_of(path);
  const char *error = NULL;
  parse_fn *parse = parser_of(name);
  if (str_ends(name, STR(".bak")) || str_ends(name, STR(".orig")))
    return true;
  if (parse) {
    if (!read_file(h->arena, path, &text))
      return false;
  } else if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & 0111)) {
    parse = parse_output;
    error = facts__external_run(h->arena, path, &text);
  } else {
    return complain(path, "not supported: only *.txt, *.json, *.yaml and programs hold facts");
  }
  struct fact *facts = fact_new(h->arena, FACT_HASH);
  if (!error)
    error = check_text(text);
  if (!error)
    error = parse(h->arena, text, facts);
  if (error)
    return complain(path, error);
  merge(h, facts);
  return true;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

unsigned facts__external(struct facts_host *h, const char *dir)
{
  DIR *d = opendir(dir);
  const char **names = NULL;
  size_t n = 0, cap = 0;
  unsigned problems = 0;
  if (!d)
    return errno == ENOENT ? 0 : (complain(dir, strerror(errno)), 1);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.')
      continue;
    if (n == cap) {
      size_t more = cap == 0 ? 16 : cap * 2;
      names = arena_regrow(h->arena, names, cap * sizeof *names, more * sizeof *names);
      cap = more;
    }
    names[n++] = arena_printf(h->arena, "%s/%s", dir, e->d_name).p;
  }
  closedir(d);
  if (n > 0)
    qsort(names, n, sizeof *names, compare_names);
  for (size_t i = 0; i < n; i++)
    problems += !read_one(h, names[i]);
  return problems;
}
