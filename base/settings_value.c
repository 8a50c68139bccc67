/* Converts the text of a value to the type of its setting. Error messages are Puppet's. */
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_write.h"
#include "base/settings_internal.h"

/* Writes an error: a format for the quoted value ('%.*s') and the name of the setting (%s). */
static bool refuse(struct buf *error, const char *format, str value, const char *name)
{
  struct buf quoted = BUF_HEAP;
  json_quote(&quoted, value); /* like Ruby's inspect of a string */
  buf_printf(error, format, STR_FMT(buf_view(&quoted)), name);
  buf_free(&quoted);
  return false;
}

static bool munge_boolean(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  if (!str_eqz(text, "true") && !str_eqz(text, "false"))
    return refuse(error, "Invalid value '%.*s' for boolean parameter: %s", text, def->name);
  buf_str(shown, text);
  return true;
}

static int digit_value(char c)
{
  if (ascii_is_digit((unsigned char)c)) return c - '0';
  int lower = ascii_lower((unsigned char)c);
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

/* Like Ruby's Integer(): a sign, a prefix (0x, 0o or 0, 0b, 0d), and digits with single underscores between them. */
static bool parse_integer(str text, int64_t *value)
{
  str s = str_trim(text);
  bool negative = s.n > 0 && s.p[0] == '-';
  if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+')) s = str_from(s, 1);
  int base = 10;
  if (s.n > 1 && s.p[0] == '0') {
    int letter = ascii_lower((unsigned char)s.p[1]);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'd' ? 10 : 8;
    s = str_from(s, ascii_is_alpha(letter) && (base != 8 || letter == 'o') ? 2 : 1);
    if (base == 8 && s.n > 0 && s.p[0] == '_') s = str_from(s, 1);
  }
  uint64_t n = 0;
  bool digit_before = false;
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '_' && digit_before && i + 1 < s.n) {
      digit_before = false;
      continue;
    }
    int d = digit_value(s.p[i]);
    if (d >= base || n > ((uint64_t)INT64_MAX - (uint64_t)d) / (uint64_t)base) return false;
    n = n * (uint64_t)base + (uint64_t)d;
    digit_before = true;
  }
  *value = negative ? -(int64_t)n : (int64_t)n;
  return s.n > 0 && digit_before;
}

static bool munge_integer(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  int64_t value;
  if (!parse_integer(text, &value))
    return refuse(error, "Cannot convert '%.*s' to an integer for parameter: %s", text, def->name);
  if (def->type == SETTING_TYPE_PORT && (value < 0 || value > 65535)) {
    buf_printf(error, "Value '%lld' is not a valid port number for parameter: %s", (long long)value, def->name);
    return false;
  }
  buf_int(shown, value);
  return true;
}

bool settings_duration(str text, int64_t *seconds)
{
  static const struct {
    char unit;
    int64_t seconds;
  } units[] = {{'y', 365 * 86400}, {'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
  int64_t factor = 1;
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (text.n > 0 && text.p[text.n - 1] == units[i].unit) {
      factor = units[i].seconds;
      text.n--;
      break;
    }
  }
  int64_t n = 0;
  for (size_t i = 0; i < text.n; i++) {
    if (!ascii_is_digit((unsigned char)text.p[i]) || n > (INT64_MAX - 9) / 10) return false;
    n = n * 10 + (text.p[i] - '0');
  }
  return text.n > 0 && !__builtin_mul_overflow(n, factor, seconds);
}

static bool munge_duration(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  int64_t seconds;
  bool ttl = def->type == SETTING_TYPE_TTL;
  if (ttl && str_eqz(text, "unlimited")) {
    buf_str(shown, text);
    return true;
  }
  if (!settings_duration(text, &seconds))
    return refuse(error,
                  ttl ? "Invalid 'time to live' format '%.*s' for parameter: %s"
                      : "Invalid duration format '%.*s' for parameter: %s",
                  text, def->name);
  buf_int(shown, seconds);
  return true;
}

static bool munge_enum(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  str rest = str_of(def->values);
  while (rest.n > 0) {
    if (str_eq(str_cut(&rest, '|'), text)) {
      buf_str(shown, text);
      return true;
    }
  }
  if (strcmp(def->name, "log_level") == 0) { /* Puppet's log rejects it before the settings do */
    buf_printf(error, "Invalid loglevel %.*s", STR_FMT(text));
    return false;
  }
  buf_printf(error, "Invalid value '%.*s' for parameter %s. Allowed values are '", STR_FMT(text), def->name);
  for (const char *p = def->values; *p; p++) buf_z(error, *p == '|' ? "', '" : (char[]){*p, '\0'});
  buf_z(error, "'");
  return false;
}

/* Calls `one` for each part between separators; `always`: also once for an empty text. */
static void each_piece(str text, char separator, void (*one)(str piece, struct buf *out), const char *glue,
                       struct buf *out)
{
  bool first = true;
  while (text.n > 0) {
    if (!first) buf_z(out, glue);
    first = false;
    str piece = str_cut(&text, separator);
    one(separator == ',' ? str_trim(piece) : piece, out);
  }
}

static void quote_piece(str piece, struct buf *out) { json_quote(out, piece); }

static void copy_piece(str piece, struct buf *out) { buf_str(out, piece); }

/* x:1 prints as ["x", "1"]. */
static void header_piece(str piece, struct buf *out)
{
  buf_z(out, "[");
  each_piece(piece, ':', quote_piece, ", ", out);
  buf_z(out, "]");
}

static void munge_list(str text, void (*one)(str piece, struct buf *out), struct buf *shown)
{
  buf_z(shown, "[");
  each_piece(text, ',', one, ", ", shown);
  buf_z(shown, "]");
}

/* Expands "~", "~/x" and "~user/x" at the beginning; returns the rest of the path. */
static str expand_home(str path, struct buf *out)
{
  size_t slash = str_index(path, '/', 0);
  str user = str_sub(path, 1, slash == SIZE_MAX ? SIZE_MAX : slash - 1);
  char name[256];
  const char *dir = user.n == 0 ? getenv("HOME") : NULL;
  if (user.n > 0 && user.n < sizeof name) {
    memcpy(name, user.p, user.n);
    name[user.n] = '\0';
    const struct passwd *pw = getpwnam(name);
    dir = pw ? pw->pw_dir : NULL;
  }
  if (!dir || dir[0] != '/') return path;
  buf_z(out, dir);
  return slash == SIZE_MAX ? STR_EMPTY : str_from(path, slash);
}

/* Makes a path absolute and removes ".", ".." and double slashes, like Ruby's File.expand_path. */
static void expand_path(str path, struct buf *out)
{
  struct buf whole = BUF_HEAP;
  char cwd[PATH_MAX];
  const str rest = path.n > 0 && path.p[0] == '~' ? expand_home(path, &whole) : path;
  if (whole.n == 0 && (rest.n == 0 || rest.p[0] != '/') && getcwd(cwd, sizeof cwd)) buf_printf(&whole, "%s/", cwd);
  buf_str(&whole, rest);
  file_append_expanded(out, buf_view(&whole));
  buf_free(&whole);
}

static bool munge_priority(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  static const struct {
    const char *word;
    int value;
  } words[] = {{"high", -10}, {"normal", 0}, {"low", 10}, {"idle", 19}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (str_eqz(text, words[i].word)) {
      buf_int(shown, words[i].value);
      return true;
    }
  }
  int64_t n = 0;
  size_t i = text.n > 0 && text.p[0] == '-' ? 1 : 0;
  if (i >= text.n || !ascii_is_digit((unsigned char)text.p[i]))
    return refuse(error, "Invalid priority format '%.*s' for parameter: %s", text, def->name);
  for (; i < text.n && ascii_is_digit((unsigned char)text.p[i]) && n < 1000000; i++) n = n * 10 + (text.p[i] - '0');
  buf_int(shown, text.p[0] == '-' ? -n : n);
  return true;
}

static bool munge_autosign(str text, struct buf *shown, struct buf *error)
{
  if (str_eqz(text, "true") || str_eqz(text, "false") || str_starts(text, STR("/"))) {
    buf_str(shown, text);
    return true;
  }
  buf_printf(error, "Invalid autosign value %.*s: must be 'true'/'false' or an absolute path", STR_FMT(text));
  return false;
}

static bool munge_revocation(str text, struct buf *shown, struct buf *error)
{
  if (str_eqz(text, "chain") || str_eqz(text, "true")) buf_z(shown, "chain");
  else if (str_eqz(text, "leaf") || str_eqz(text, "false")) buf_str(shown, text);
  else {
    buf_printf(error, "Invalid certificate revocation value %.*s: must be one of 'true', 'chain', 'leaf', or 'false'",
               STR_FMT(text));
    return false;
  }
  return true;
}

/* In Puppet an empty path is the current directory; ficelle's own settings remain empty. */
static void munge_path(const struct setting_def *def, str text, struct buf *shown)
{
  if (text.n > 0 || strcmp(def->section, "ficelle") != 0) expand_path(text, shown);
}

static bool munge(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  switch (def->type) {
  case SETTING_TYPE_BOOLEAN: return munge_boolean(def, text, shown, error);
  case SETTING_TYPE_INTEGER:
  case SETTING_TYPE_PORT: return munge_integer(def, text, shown, error);
  case SETTING_TYPE_DURATION:
  case SETTING_TYPE_TTL: return munge_duration(def, text, shown, error);
  case SETTING_TYPE_ENUM: return munge_enum(def, text, shown, error);
  case SETTING_TYPE_PRIORITY: return munge_priority(def, text, shown, error);
  case SETTING_TYPE_AUTOSIGN: return munge_autosign(text, shown, error);
  case SETTING_TYPE_REVOCATION: return munge_revocation(text, shown, error);
  case SETTING_TYPE_ARRAY: munge_list(text, quote_piece, shown); return true;
  case SETTING_TYPE_HEADERS: munge_list(text, header_piece, shown); return true;
  case SETTING_TYPE_SERVER_LIST: each_piece(text, ',', copy_piece, ",", shown); return true;
  case SETTING_TYPE_PATH: each_piece(text, ':', expand_path, ":", shown); return true;
  case SETTING_TYPE_FILE:
  case SETTING_TYPE_DIRECTORY:
  case SETTING_TYPE_FILE_OR_DIRECTORY: munge_path(def, text, shown); return true;
  case SETTING_TYPE_STRING:
  case SETTING_TYPE_TERMINUS: break;
  }
  buf_str(shown, text);
  return true;
}

bool settings__munge(const struct setting_def *def, str text, struct buf *shown, struct buf *error)
{
  bool ok = munge(def, text, shown, error);
  buf_append(shown, "", 0);
  return ok;
}

static bool check_warnings(str text, struct buf *error)
{
  static const char known[] = "deprecations, undefined_variables, undefined_resources";
  struct buf bad = BUF_HEAP;
  while (text.n > 0) {
    str word = str_trim(str_cut(&text, ','));
    if (!str_eqz(word, "deprecations") && !str_eqz(word, "undefined_variables") &&
        !str_eqz(word, "undefined_resources")) {
      buf_z(&bad, bad.n > 0 ? "," : "");
      buf_str(&bad, word);
    }
  }
  if (bad.n > 0)
    buf_printf(error, "Cannot disable unrecognized warning types '%.*s'. Valid values are '%s'.",
               STR_FMT(buf_view(&bad)), known);
  bool ok = bad.n == 0;
  buf_free(&bad);
  return ok;
}

static bool check_password(str text, struct buf *error)
{
  for (size_t i = 0; i < text.n; i++) {
    if (strchr("@!# /", text.p[i]) == NULL || text.p[i] == '\0') continue;
    buf_printf(error,
               "Passwords set in the http_proxy_password setting must be valid as part of a URL, and any reserved "
               "characters must be URL-encoded. We received: %.*s",
               STR_FMT(text));
    return false;
  }
  return true;
}

bool settings__check_value(enum setting_id id, str text, struct buf *error)
{
  if (id == SETTING_disable_warnings) return check_warnings(text, error);
  if (id == SETTING_http_proxy_password) return check_password(text, error);
  for (size_t i = 0; id == SETTING_certname && i < text.n; i++) {
    if (ascii_is_upper((unsigned char)text.p[i])) {
      buf_z(error, "Certificate names must be lower case");
      return false;
    }
  }
  return true;
}
