/* config.def lists the settings once; checks depend on the type of a setting. Values are kept as text. */
#include "subagent/config.h"

#include <errno.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/log.h"
#include "collectors/keyfile.h"
#include "collectors/stats_reader.h"
#include "subagent/address.h"
#include "subagent/alarm/alarm_config.h"
#include "subagent/oid_root.h"
#include "subagent/view.h"

enum { CONFIG_FILE_MAX = 64 * 1024, CONTEXT_MAX = 32, SECONDS_MAX = 1000000 };

const struct config_info config_table[CONFIG_COUNT] = {
#define CONFIG(name_, letter_, type_, default_, argument_, description_) \
  [CONFIG_##name_] = {#name_, letter_, CONFIG_##type_, default_, argument_, description_},
#include "subagent/config.def"
#undef CONFIG
};

void config_init(struct config *c)
{
  for (size_t i = 0; i < CONFIG_COUNT; i++) c->value[i] = xstrdup(config_table[i].default_value);
}

void config_fini(struct config *c)
{
  for (size_t i = 0; i < CONFIG_COUNT; i++) free(c->value[i]);
}

unsigned config_seconds(const struct config *c, enum config_id id) { return (unsigned)strtoul(c->value[id], NULL, 10); }

bool config_flag(const struct config *c, enum config_id id) { return strcmp(c->value[id], "yes") == 0; }

bool config_same(const struct config *a, const struct config *b, enum config_id id)
{
  return strcmp(a->value[id], b->value[id]) == 0;
}

static bool check_seconds(enum config_id id, const char *value, struct buf *why)
{
  unsigned long least = id == CONFIG_stale_after ? 0 : 1;
  size_t digits = strspn(value, "0123456789");
  unsigned long seconds = digits > 7 ? SECONDS_MAX + 1 : strtoul(value, NULL, 10);
  if (digits == 0 || value[digits] != '\0' || seconds < least || seconds > SECONDS_MAX) {
    buf_printf(why, "%s must be a number of seconds from %lu to %d", config_table[id].name, least, SECONDS_MAX);
    return false;
  }
  return true;
}

/* snmpAdminString of at most 32 octets (RFC 3411); control characters can only be errors. */
static bool check_context(const char *value, struct buf *why)
{
  size_t n = strlen(value);
  bool good = n <= CONTEXT_MAX;
  for (size_t i = 0; i < n; i++) good = good && (unsigned char)value[i] >= ' ' && value[i] != 0x7f;
  if (!good) buf_printf(why, "context must be a name of at most %d bytes without control characters", CONTEXT_MAX);
  return good;
}

static bool check_level(const char *value, struct buf *why)
{
  enum log_level level;
  if (log_level_parse(value, strlen(value), &level)) return true;
  buf_z(why, "log_level must be debug, info, notice, warning, err, alert, emerg or crit");
  return false;
}

static bool check(enum config_id id, const char *value, struct buf *why)
{
  struct buf reason = BUF_HEAP;
  struct oid root;
  struct master_address address;
  bool good = true;
  switch (config_table[id].type) {
  case CONFIG_TEXT: return true;
  case CONFIG_PATH:
    if (*value == '/' || *value == '\0') return true;
    buf_printf(why, "%s must be an absolute path", config_table[id].name);
    return false;
  case CONFIG_SECONDS: return check_seconds(id, value, why);
  case CONFIG_FLAG:
    if (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0) return true;
    buf_printf(why, "%s must be yes or no", config_table[id].name);
    return false;
  case CONFIG_CONTEXT: return check_context(value, why);
  case CONFIG_LEVEL: return check_level(value, why);
  case CONFIG_FACILITY:
    if (log_set_facility(value)) return true;
    buf_printf(why, "unknown syslog facility \"%s\"", value);
    return false;
  case CONFIG_OID: good = view_check_root(value, &root, &reason); break;
  case CONFIG_ADDRESS: good = master_address_parse(value, &address, &reason); break;
  }
  if (!good) buf_printf(why, "%s: %s", config_table[id].name, reason.p);
  buf_free(&reason);
  return good;
}

bool config_set(struct config *c, enum config_id id, str value, struct buf *why)
{
  if (memchr(value.p, '\0', value.n) != NULL) {
    buf_printf(why, "%s: the value has a NUL byte", config_table[id].name);
    return false;
  }
  char *copy = xmalloc(value.n + 1);
  memcpy(copy, value.p, value.n);
  copy[value.n] = '\0';
  if (!check(id, copy, why)) {
    free(copy);
    return false;
  }
  free(c->value[id]);
  c->value[id] = copy;
  return true;
}

static bool find(str name, enum config_id *id)
{
  for (size_t i = 0; i < CONFIG_COUNT; i++) {
    if (!str_eqz(name, config_table[i].name)) continue;
    *id = (enum config_id)i;
    return true;
  }
  return false;
}

struct reading {
  struct config *config;
  const char *name; /* of the file */
  bool seen[CONFIG_COUNT];
  struct buf *why;
};

static bool read_setting(struct reading *r, const struct keyfile_line *line, struct buf *why)
{
  enum config_id id;
  if (line->kind != KEYFILE_KEY) {
    const bool is_text = memchr(line->text.p, '\0', line->text.n) == NULL;
    buf_z(why, is_text ? "expected \"name = value\"" : line->why);
    return false;
  }
  if (!find(line->name, &id)) {
    buf_printf(why, "unknown setting \"%.*s\"", STR_FMT(str_sub(line->name, 0, 60)));
    return false;
  }
  if (r->seen[id]) {
    buf_printf(why, "duplicate setting %s", config_table[id].name);
    return false;
  }
  r->seen[id] = true;
  return config_set(r->config, id, line->value, why);
}

static bool read_line(void *ctx, const struct keyfile_line *line)
{
  struct reading *r = ctx;
  struct buf reason = BUF_HEAP;
  const bool good = read_setting(r, line, &reason);
  if (!good) buf_printf(r->why, "%s:%u: %s", r->name, line->number, reason.p);
  buf_free(&reason);
  return good;
}

bool config_read_text(struct config *c, str text, const char *name, struct buf *why)
{
  struct reading r = {.config = c, .name = name, .why = why};
  return keyfile_read(text, read_line, &r);
}

bool config_read_file(struct config *c, const char *path, bool must_exist, struct buf *why)
{
  struct buf text = BUF_HEAP;
  const int kept = must_exist ? file_keep(path, CONFIG_FILE_MAX) : 0, /* the user named it */
    reason = kept != 0 ? kept : file_read(path, CONFIG_FILE_MAX, &text);
  bool good = reason == 0;
  if (reason == ENOENT && !must_exist) return true;
  if (reason == EFBIG) buf_printf(why, "%s: longer than %d bytes", path, CONFIG_FILE_MAX);
  else if (reason != 0) buf_printf(why, "%s: %s", path, file_reason(reason));
  if (good) good = config_read_text(c, buf_view(&text), path, why);
  buf_free(&text);
  return good;
}
