/* Contents of files: computes checksums, compares, and shows differences. */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "agent/system/command.h"
#include "agent/types/file/file.h"
#include "base/utf8.h"

str checksum_algorithm(struct ral_resource *r)
{
  const str own = ral_value_text(r, "checksum");
  return own.n > 0 ? own : settings_str(r->ral->settings, SETTING_digest_algorithm);
}

/* --- retrieving and comparing --- */

bool content_retrieve(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct stat *st = file_stat(r);
  str sum;
  (void)a;
  *is = RAL_WORD(absent);
  if (st == NULL) return true;
  *is = VALUE_UNDEF;
  if (S_ISDIR(st->st_mode) || S_ISLNK(st->st_mode) || S_ISFIFO(st->st_mode) || S_ISSOCK(st->st_mode)) return true;
  if (!checksum_file(r->ral, checksum_algorithm(r), file_path(r), &sum)) {
    return ral_fail(r->ral, "Could not read %s %.*s: %.*s", file_kind(st->st_mode), STR_FMT(r->title),
                    STR_FMT(r->ral->error));
  }
  *is = value_str(sum);
  return true;
}

/* Parses "2026-11-23 08:12:31 +0100"; UTC is accepted as the zone, too. */
static bool read_time(str s, time_t *out)
{
  struct tm tm = {0};
  char text[64];
  int hours = 0, minutes = 0;
  snprintf(text, sizeof text, "%.*s", STR_FMT(s));
  const char *zone = strptime(text, "%Y-%m-%d %H:%M:%S", &tm);
  if (zone == NULL) return false;
  while (*zone == ' ') zone++;
  if ((*zone == '+' || *zone == '-') && sscanf(zone + 1, "%2d%2d", &hours, &minutes) != 2) return false;
  *out = timegm(&tm) - (*zone == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  return true;
}

/* Compares the times after "{mtime}": in sync if the present one is not older than the wanted one. */
static bool not_older(str is, str should)
{
  const size_t a = str_index(is, '}', 0), b = str_index(should, '}', 0);
  time_t x, y;
  return a != SIZE_MAX && b != SIZE_MAX && read_time(str_from(is, a + 1), &x) &&
         read_time(str_from(should, b + 1), &y) && x >= y;
}

/* Writes the wanted contents to a temporary file, to show the difference. */
static bool wanted_file(struct ral_resource *r, char **name)
{
  const struct file_state *s = file_state(r);
  const int fd = file_temporary(r->ral->arena, file_temporary_prefix(r->ral->arena, "puppet-file"), name);
  bool ok = fd >= 0;
  if (ok && s->source != NULL && s->source->remote) {
    ok = remote_put(r->ral, s->source, fd);
  } else if (ok && s->source != NULL) {
    char block[65536];
    ssize_t n;
    const int from = open(s->source->path, O_RDONLY | O_CLOEXEC);
    while (from >= 0 && (n = read(from, block, sizeof block)) > 0) ok = ok && write(fd, block, (size_t)n) == n;
    if (from >= 0) close(from);
  } else if (ok) {
    ok = write(fd, s->content.p, s->content.n) == (ssize_t)s->content.n;
  }
  if (fd >= 0) close(fd);
  return ok;
}

static void show_difference(struct ral_resource *r, const struct ral_attribute *a)
{
  struct ral *ral = r->ral;
  const struct ral_setting *content = ral_setting(r, "content"), *source = ral_setting(r, "source");
  if (content->sensitive || source->sensitive) {
    ral_log_attribute(r, a, r->level, STR("[diff redacted]"));
    return;
  }
  char *wanted;
  str difference = STR_EMPTY;
  if (settings_str(ral->settings, SETTING_diff).n == 0 || !file_fetch_content(r))
    return; /* ignored here: the same error will happen when the contents are written */
  if (wanted_file(r, &wanted) && !command_diff(ral, file_path(r), wanted, &difference)) {
    ral_log(r, LOG_LEVEL_WARNING, "%.*s", STR_FMT(ral->error));
  }
  unlink(wanted);
  struct buf text = BUF_IN(ral->arena);
  buf_char(&text, '\n');
  if (utf8_invalid_at(difference) == SIZE_MAX) buf_str(&text, difference);
  else buf_printf(&text, "Binary files %s and %s differ", file_path(r), wanted);
  ral_log_attribute(r, a, r->level, buf_view(&text));
}

static bool compare(struct ral_resource *r, const struct ral_attribute *a, value is, str wanted, bool *in)
{
  const bool has_content = file_state(r)->has_content;
  *in = true;
  if (!file_should_be_file(r)) {
    const struct stat *st = file_stat(r);
    if (ral_is(ral_value(r, "ensure"), "present") && has_content && st != NULL) {
      ral_log(r, LOG_LEVEL_WARNING, "Ensure set to :present but file type is %s so no content will be synced",
              file_kind(st->st_mode));
    }
    return true;
  }
  if (ral_is(is, "absent")) {
    *in = false;
    return true;
  }
  if (!ral_flag(r, "replace")) return true;
  const str have = ral_text(is);
  *in = str_eq(have, wanted) || (checksum_is_time(checksum_algorithm(r)) && not_older(have, wanted));
  if (!*in && settings_bool(r->ral->settings, SETTING_show_diff) && ral_flag(r, "show_diff")) show_difference(r, a);
  return true;
}

/* The wanted checksum: that of the parameter checksum_value, or of the contents. If checksum_value is only audited, it
 * has no value, so no contents match, as in Puppet. */
static str wanted_checksum(struct ral_resource *r, const struct ral_attribute *a)
{
  const value sum = ral_value(r, "checksum_value");
  if (sum.kind == V_UNDEF && !ral_audits(r, "checksum_value")) return ral_text(ral_should(r, a));
  return arena_printf(r->ral->arena, "{%.*s}%.*s", STR_FMT(checksum_algorithm(r)), STR_FMT(ral_text(sum)));
}

bool content_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  return compare(r, a, is, wanted_checksum(r, a), in);
}

bool content_sync(struct ral_resource *r, const struct ral_attribute *a)
{
  (void)a;
  return file_write(r);
}

bool content_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const struct file_state *s = file_state(r);
  const str wanted = s->source != NULL && s->source->checksum.n > 0 ? s->source->checksum : ral_text(ral_should(r, a));
  if (ral_is(is, "absent")) buf_printf(out, "defined content as '%.*s'", STR_FMT(wanted));
  else buf_printf(out, "content changed '%.*s' to '%.*s'", STR_FMT(ral_text(is)), STR_FMT(wanted));
  return true;
}

/* --- checksum_value: the expected checksum of a source --- */

bool checksum_value_retrieve(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  *is = VALUE_UNDEF;
  if (!ral_setting(r, "source")->set) return true;
  if (!content_retrieve(r, a, is)) return false;
  const size_t end = is->kind == V_STRING ? str_index(value_text(*is), '}', 0) : SIZE_MAX;
  if (end != SIZE_MAX) *is = value_str(str_from(value_text(*is), end + 1));
  return true;
}

bool checksum_value_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  *in = true;
  if (!ral_setting(r, "source")->set) return true;
  return compare(r, a, is, ral_text(ral_should(r, a)), in);
}
