/* Users' crontabs, with crontab(1). A job's name is in a comment before it. */
#include "agent/providers/parsed/crontab.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/ral/munge.h"
#include "agent/system/command.h"

static const char *const times[] = {"minute", "hour", "monthday", "month", "weekday"};
static const char spool[] = "/var/spool/cron/crontabs";

/* --- lines --- */

static bool is_space(char c) { return ascii_is_space((unsigned char)c); }

static size_t skip(str s, size_t at, bool spaces)
{
  while (at < s.n && is_space(s.p[at]) == spaces) at++;
  return at;
}

static bool is_environment(str line, size_t at)
{
  size_t end = at;
  while (end < line.n && ascii_is_word((unsigned char)line.p[end])) end++;
  const size_t equals = skip(line, end, true);
  return end > at && equals < line.n && line.p[equals] == '=';
}

static bool parse_job(str line, size_t at, struct crontab_line *out)
{
  size_t end = skip(line, at, false);
  if (line.p[at] == '@' && end > at + 1) {
    out->special = str_sub(line, at + 1, end - at - 1);
    for (size_t i = 0; i < out->special.n; i++) {
      if (!ascii_is_word((unsigned char)out->special.p[i])) out->special.n = 0;
    }
  }
  if (out->special.n == 0) {
    for (int i = 0; i < 5; i++) {
      end = skip(line, at, false);
      if (end == at) return false;
      out->times[i] = str_sub(line, at, end - at);
      at = skip(line, end, true);
    }
  } else {
    at = skip(line, end, true);
  }
  out->command = str_from(line, at);
  return out->command.n > 0;
}

void crontab_parse(str line, struct crontab_line *out)
{
  static const str mark = {"Puppet Name: ", 13};
  const size_t at = skip(line, 0, true);
  *out = (struct crontab_line){.kind = CRONTAB_BLANK};
  if (at == line.n) return;
  if (line.p[at] == '#') {
    const size_t name = str_find(line, mark, 0);
    out->kind = CRONTAB_COMMENT;
    if (name != SIZE_MAX) out->name = str_from(line, name + mark.n);
  } else if (is_environment(line, at)) {
    out->kind = CRONTAB_ENVIRONMENT;
  } else {
    out->kind = parse_job(line, at, out) ? CRONTAB_JOB : CRONTAB_UNKNOWN;
  }
}

static value list_of(struct ral *ral, str field)
{
  struct valuevec out = {0};
  if (str_eqz(field, "*")) return RAL_WORD(absent);
  for (size_t at = 0; at < field.n;) {
    size_t comma = str_index(field, ',', at);
    if (comma == SIZE_MAX) comma = field.n;
    valuevec_push(&out, ral->arena, value_str(str_sub(field, at, comma - at)));
    at = comma + 1;
  }
  return valuevec_array(&out, ral->arena);
}

static bool parse(struct ral *ral, str line, struct parsed_record *record)
{
  struct crontab_line c;
  crontab_parse(line, &c);
  record->is_text = c.kind != CRONTAB_JOB;
  record->name = c.name;
  if (c.kind != CRONTAB_JOB) return c.kind != CRONTAB_UNKNOWN;
  parsed_put(record, "command", value_str(c.command));
  parsed_put(record, "special", c.special.n > 0 ? value_str(c.special) : RAL_WORD(absent));
  for (int i = 0; i < 5; i++) {
    parsed_put(record, times[i], c.special.n > 0 ? RAL_WORD(absent) : list_of(ral, c.times[i]));
  }
  return true;
}

/* --- jobs with names and environments --- */

struct naming {
  int index; /* for generated names */
};
static const char memory_owner;

static str made_up(struct ral *ral, str command)
{
  struct naming *n = ral_memory(ral, &memory_owner, sizeof *n);
  struct buf out = BUF_IN(ral->arena);
  bool blank = false;
  buf_z(&out, "unmanaged:");
  for (size_t i = 0; i < command.n; i++) {
    if (!is_space(command.p[i])) buf_char(&out, command.p[i]);
    else if (!blank) buf_char(&out, '_');
    blank = is_space(command.p[i]);
  }
  buf_printf(&out, "-%d", ++n->index);
  return buf_view(&out);
}

static void finish(struct ral *ral, struct parsed_record **records, uint32_t n)
{
  str name = STR_EMPTY;
  bool collecting = false;
  struct valuevec settings = {0};
  for (uint32_t i = 0; i < n; i++) {
    struct parsed_record *record = records[i];
    struct crontab_line c;
    if (record->is_text) {
      crontab_parse(record->line, &c);
      if (c.kind == CRONTAB_COMMENT && c.name.n > 0) {
        name = c.name;
        collecting = record->skip = true;
        settings = (struct valuevec){0};
      } else if (c.kind == CRONTAB_ENVIRONMENT && collecting) {
        valuevec_push(&settings, ral->arena, value_str(record->line));
        record->skip = true;
      }
      continue;
    }
    record->name = name.n > 0 ? name : made_up(ral, value_text(parsed_get(record, "command")));
    record->unmanaged = name.n == 0;
    name = STR_EMPTY;
    parsed_put(record, "environment", settings.n > 0 ? valuevec_array(&settings, ral->arena) : RAL_WORD(absent));
    if (settings.n > 0) collecting = false;
    settings = (struct valuevec){0};
  }
}

static bool write_job(struct ral *ral, const struct parsed_record *record, struct buf *out)
{
  const value settings = parsed_get(record, "environment");
  const str special = parsed_text(ral, parsed_get(record, "special"), "");
  if (!record->unmanaged && record->name.n > 0) buf_printf(out, "# Puppet Name: %.*s\n", STR_FMT(record->name));
  for (uint32_t i = 0; settings.kind == V_ARRAY && i < settings.array->n; i++) {
    buf_printf(out, "%.*s\n", STR_FMT(ral_to_s(ral->arena, settings.array->items[i])));
  }
  if (special.n > 0) buf_printf(out, "@%.*s ", STR_FMT(special));
  for (int i = 0; special.n == 0 && i < 5; i++) {
    const value v = parsed_get(record, times[i]);
    buf_str(out, v.kind == V_ARRAY ? ral_join(ral->arena, v.array, ",") : parsed_text(ral, v, "*"));
    buf_char(out, ' ');
  }
  buf_str(out, parsed_text(ral, parsed_get(record, "command"), "*"));
  return true;
}

/* --- the resource of a job --- */

static bool belongs(struct ral_resource *r, const struct parsed_record *record)
{
  value target = ral_value(r, "target");
  if (target.kind == V_UNDEF) target = ral_value(r, "user");
  return str_eq(record->target, ral_to_s(r->ral->arena, target));
}

/* Whether the record is a job without a name that runs the same command at the same time. */
static bool adopts(struct ral_resource *r, const struct parsed_record *record)
{
  const value command = ral_value(r, "command"), special = ral_value(r, "special");
  if (!record->unmanaged || command.kind == V_UNDEF || !belongs(r, record)) return false;
  if (!value_same(parsed_get(record, "command"), command)) return false;
  if (special.kind != V_UNDEF && !value_same(parsed_get(record, "special"), special)) return false;
  if (ral_is(special, "absent")) return false; /* as in Puppet */
  for (int i = 0; i < 5; i++) {
    const value should = ral_value(r, times[i]);
    if (should.kind != V_UNDEF && !value_same(parsed_get(record, times[i]), should)) return false;
  }
  return true;
}

bool crontab_listed(struct ral_resource *r)
{
  const struct parsed_record *record = parsed_find(r->ral, &crontab_format, ral_value_text(r, "name"));
  if (record == NULL) return true;
  return ral_set(r, "target", value_str(record->target)) && ral_set(r, "user", value_str(record->target));
}

/* --- the whole crontab --- */

static const char *const *command_line(struct ral *ral, const char *user, const char *last)
{
  const char **argv = arena_array(ral->arena, 5, sizeof *argv);
  size_t n = 0;
  argv[n++] = "crontab";
  if (account_uid(ral, value_str(str_of(user))) != (int64_t)getuid()) {
    argv[n++] = "-u";
    argv[n++] = user;
  }
  argv[n] = last;
  return argv;
}

static bool read_table(struct ral *ral, const char *user, struct buf *out)
{
  const struct command c = {.argv = command_line(ral, user, "-l"), .umask = -1};
  struct command_result result;
  if (account_uid(ral, value_str(str_of(user))) < 0) {
    ral_log_run(ral, LOG_LEVEL_DEBUG,
                "The %s user does not exist. Treating their crontab file as empty in case "
                "Puppet creates them in the middle of the run.",
                user);
    return true;
  }
  if (!command_run(ral, &c, &result)) return false;
  if (result.end == COMMAND_EXITED && result.status == 0) {
    buf_str(out, result.output);
    return true;
  }
  if (str_find(result.output, STR("no crontab for"), 0) != SIZE_MAX) return true;
  if (str_find(result.output, STR("are not allowed to"), 0) != SIZE_MAX) {
    ral_log_run(ral, LOG_LEVEL_DEBUG,
                "The %s user is not authorized to use cron. Their crontab file is treated as "
                "empty in case Puppet authorizes them in the middle of the run (by, for example, modifying the "
                "cron.deny or cron.allow files).",
                user);
    return true;
  }
  struct buf line = BUF_IN(ral->arena);
  for (size_t i = 0; c.argv[i] != NULL; i++) buf_printf(&line, "%s%s", i > 0 ? " " : "", c.argv[i]);
  return ral_fail(ral, "Could not read crontab for %s: Execution of '%s' returned %d: %.*s", user, line.p,
                  result.status, STR_FMT(str_trim(result.output)));
}

static bool store_table(struct ral *ral, const char *user, str text)
{
  const struct command c = {.argv = command_line(ral, user, "-"), .umask = -1, .input = arena_strz(ral->arena, text)};
  if (account_uid(ral, value_str(str_of(user))) < 0) {
    return ral_fail(ral, "Cannot write the %s user's crontab: The user does not exist", user);
  }
  struct command_result result;
  if (!command_run(ral, &c, &result)) return false;
  /* As in Puppet, its exit status is ignored, and the crontab stays unchanged. */
  fwrite(result.output.p, 1, result.output.n, stderr);
  return true;
}

static void targets(struct ral *ral, struct valuevec *names)
{
  ral_log_run(ral, LOG_LEVEL_DEBUG, "looking for crontabs in %s", spool);
  DIR *d = opendir(spool);
  for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
    const str path = arena_printf(ral->arena, "%s/%s", spool, e->d_name);
    struct stat st;
    if (strncmp(e->d_name, ".keep_", 6) == 0 || stat(path.p, &st) != 0 || !S_ISREG(st.st_mode)) continue;
    if (access(path.p, W_OK) != 0) continue;
    valuevec_push(names, ral->arena, value_str(arena_str(ral->arena, str_of(e->d_name))));
  }
  if (d != NULL) closedir(d);
}

static void header(struct ral *ral, struct buf *out)
{
  char now[64];
  const time_t t = time(NULL);
  struct tm tm;
  (void)ral;
  strftime(now, sizeof now, "%Y-%m-%d %H:%M:%S %z", localtime_r(&t, &tm));
  buf_printf(out,
             "# HEADER: This file was autogenerated at %s by puppet.\n"
             "# HEADER: While it can still be managed manually, it is definitely not recommended.\n"
             "# HEADER: Note particularly that the comments starting with 'Puppet Name' should\n"
             "# HEADER: not be deleted, as doing so could cause duplicate cron jobs.\n",
             now);
}

/* Puts the header lines that cron writes first again, and a time zone before all jobs. */
static str finish_text(struct ral *ral, str text)
{
  struct buf out = BUF_IN(ral->arena);
  const size_t begin = str_find(text, STR("# DO NOT EDIT THIS FILE"), 0);
  const size_t version = begin == SIZE_MAX ? SIZE_MAX : str_find(text, STR("Cron version"), begin);
  const size_t vixie = version == SIZE_MAX ? SIZE_MAX : str_find(text, STR("vixie"), version);
  const size_t end = vixie == SIZE_MAX ? SIZE_MAX : str_index(text, '\n', vixie);
  if (end != SIZE_MAX) {
    buf_str(&out, str_sub(text, 0, begin));
    buf_str(&out, str_from(text, end + 1));
    text = buf_view(&out);
  }
  size_t zone = 0;
  while (!str_starts(str_from(text, zone), STR("TZ="))) {
    const size_t next = str_index(text, '\n', zone);
    if (next == SIZE_MAX) return text;
    zone = next + 1;
  }
  const size_t stop = str_index(text, '\n', zone);
  if (stop == SIZE_MAX || stop == zone + 3) return text;
  struct buf moved = BUF_IN(ral->arena);
  buf_str(&moved, str_sub(text, zone, stop + 1 - zone));
  buf_str(&moved, str_sub(text, 0, zone));
  buf_str(&moved, str_from(text, stop + 1));
  return buf_view(&moved);
}

const struct parsed_format crontab_format = {.type = "cron",
                                             .target = "root",
                                             .fields = "time command",
                                             .parse = parse,
                                             .write = write_job,
                                             .finish = finish,
                                             .adopts = adopts,
                                             .belongs = belongs,
                                             .read = read_table,
                                             .store = store_table,
                                             .targets = targets,
                                             .header = header,
                                             .finish_text = finish_text};

/* --- the provider --- */

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const value target = ral_value(resources[i], "target"), user = ral_value(resources[i], "user");
    const value name = target.kind != V_UNDEF ? target : user;
    int64_t id;
    bool number;
    if (name.kind != V_UNDEF && !ral_integer(ral, name, &id, &number)) return false;
  }
  return parsed_prefetch(ral, &crontab_format, resources, n);
}

static bool instances(struct ral *ral, struct valuevec *names) { return parsed_instances(ral, &crontab_format, names); }

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct parsed_record *record = parsed_of(r, &crontab_format);
  if (strcmp(a->name, "user") == 0) {
    *is = record->target.n > 0 ? value_str(record->target) : RAL_WORD(absent);
    return true;
  }
  if (!parsed_get_property(r, &crontab_format, a, is)) return false;
  if (strcmp(a->name, "command") == 0 && is->kind == V_ARRAY && is->array->n > 0) *is = is->array->items[0];
  return true;
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  if (strcmp(a->name, "user") == 0) {
    parsed_modified(r, &crontab_format);
    parsed_of(r, &crontab_format)->target = arena_str(r->ral->arena, ral_to_s(r->ral->arena, should));
    return true;
  }
  if (strcmp(a->name, "ensure") != 0) return parsed_set_property(r, &crontab_format, a, should);
  if (ral_is(should, "absent")) parsed_destroy(r, &crontab_format);
  else if (ral_value(r, "command").kind != V_UNDEF) parsed_create(r, &crontab_format);
  else ral_log(r, LOG_LEVEL_ERR, "no command specified, cannot create");
  return true;
}

static bool flush(struct ral_resource *r) { return parsed_flush(r, &crontab_format); }

static const char *const commands[] = {"crontab", NULL};

const struct ral_provider ral_provider_crontab = {.name = "crontab",
                                                  .commands = commands,
                                                  .specificity = 1,
                                                  .prefetch = prefetch,
                                                  .instances = instances,
                                                  .get = get,
                                                  .set = set,
                                                  .flush = flush};
