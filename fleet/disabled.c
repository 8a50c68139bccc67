/* agent_disabled.lock: runs are skipped while the file exists. It contains the reason, as JSON. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_write.h"
#include "fleet/fleet.h"

enum { MAX_LOCK = 1 << 20 };

static const char *path_of(struct settings *s) { return settings_strz(s, SETTING_agent_disabled_lockfile); }

bool disabled_is(struct settings *s) { return access(path_of(s), F_OK) == 0; }

bool disabled_read(struct arena *a, str text, str *reason)
{
  value data;
  str why;
  *reason = STR_EMPTY;
  if (str_trim(text).n == 0) return true;
  if (!value_read_json(a, text, &data, &why)) return false;
  const value *message = data.kind == V_HASH ? hash_get_str(data.hash, STR("disabled_message")) : NULL;
  if (message != NULL && message->kind == V_STRING) *reason = value_text(*message);
  return true;
}

void disabled_say(struct settings *s)
{
  struct arena *a = arena_new();
  struct buf text = BUF_IN(a);
  str reason = STR_EMPTY;
  if (file_read(path_of(s), MAX_LOCK, &text) == 0 && !disabled_read(a, buf_view(&text), &reason)) {
    log_warning(&log_agent, "Unable to read lockfile data from %s: not in JSON", path_of(s));
  }
  log_notice(&log_agent,
             "Skipping run of Puppet configuration client; administratively disabled (Reason: '%.*s');\n"
             "Use 'puppet agent --enable' to re-enable.",
             STR_FMT(reason));
  arena_free(a);
}

bool disabled_set(struct settings *s, str reason)
{
  struct buf text = BUF_HEAP;
  struct json_writer w;
  log_notice(&log_agent, "Disabling Puppet.");
  json_init(&w, &text, false);
  json_begin_object(&w);
  json_kstr(&w, STR("disabled_message"), reason);
  json_end_object(&w);
  char *own = xstrdup(path_of(s));
  file_make_parents(own);
  free(own);
  const int fd = open(path_of(s), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  bool ok = fd >= 0 ? file_write_all(fd, buf_view(&text)) : errno == EEXIST;
  const int why = errno;
  if (fd >= 0 && close(fd) != 0) ok = false;
  if (!ok) log_error(&log_agent, NULL, NULL, "Could not write %s: %s", path_of(s), strerror(why));
  buf_free(&text);
  return ok;
}

void disabled_clear(struct settings *s)
{
  log_notice(&log_agent, "Enabling Puppet.");
  if (unlink(path_of(s)) != 0 && errno != ENOENT)
    log_error(&log_agent, NULL, NULL, "Could not remove %s: %s", path_of(s), strerror(errno));
}
