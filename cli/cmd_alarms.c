/* `ficelle alarms`: prints thresholds and their states, and changes thresholds on this host.
 *
 * The subagent evaluates alarms and writes alarms.state; this command reads that file, the configuration and the
 * statistics, and changes the file under its lock. The subagent reads it again each time it reads the statistics. */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json_write.h"
#include "cli/cli.h"
#include "subagent/alarm/alarms.h"
#include "subagent/alarm/alarm_shown.h"

cli_fn cmd_alarms;

enum { EXIT_RAISED = 2 };

/* The options of all actions, and what is loaded with them. */
struct alarms_job {
  const char *config_file, *state_dir, *sources;
  bool json, exit_code;
  const char *value;
  struct stats_reader *reader;
  struct alarm_stats source;
  struct alarm_config config;
  struct alarm_saved saved;
};

static int begin(struct alarms_job *job, struct cli *cli, const struct cli_usage *usage, int *argc, char **argv)
{
  struct buf why = BUF_HEAP, message = BUF_HEAP;
  int status = cli_begin(cli, usage, argc, argv);
  if (status != CLI_GO) return status;
  const struct stats_reader_options reading = {.sources = job->sources != NULL ? job->sources : STATS_SOURCES_FOLDER};
  job->reader = stats_reader_new(settings_strz(cli->settings, SETTING_statsfile), &reading);
  alarm_stats_init(&job->source, job->reader);
  alarm_config_read_file(&job->config, &job->source.source, job->config_file);
  stats_reader_set_row_stale(job->reader, job->config.node_stale_s);
  stats_reader_refresh(job->reader);
  alarm_saved_init(&job->saved);
  const enum alarm_state_result result = alarm_state_look(job->state_dir, &job->saved, &why);
  alarm_state_explain(result, job->state_dir, why.p, &message);
  if (message.n > 0) status = cli_error("%s", message.p);
  buf_free(&why);
  buf_free(&message);
  return status;
}

static int end(struct alarms_job *job, int status)
{
  if (job->reader != NULL) {
    alarm_config_free(&job->config);
    alarm_saved_free(&job->saved);
    stats_reader_free(job->reader);
  }
  return status;
}

static const struct alarm_definition *find(const struct alarms_job *job, const char *name)
{
  const long i = alarm_config_find(&job->config, str_of(name));
  if (i < 0) cli_error("alarms: unknown alarm '%s'; `ficelle alarms list` prints all alarms", name);
  return i < 0 ? NULL : &job->config.alarm[i];
}

/* --- the alarms in force --------------------------------------------------------------------------------- */

static const char *state_name(const struct alarm_shown *s)
{
  static const char *const names[] = {[ALARM_CLEARED] = "cleared", "pending", "raised", "unknown"};
  if (s->d->mistake[0] != '\0') return "mistake";
  if (s->value[ALARM_ENABLED] != ALARM_TRUE) return "disabled";
  return s->saved == NULL || s->saved->created_us == 0 ? "unknown" : names[s->saved->status];
}

static bool is_raised(const struct alarm_shown *s)
{
  return s->saved != NULL && s->saved->raised && s->value[ALARM_ENABLED] == ALARM_TRUE;
}

static void print_moment(uint64_t us, const char *format, struct buf *out)
{
  char text[48];
  const time_t seconds = (time_t)(us / 1000000);
  struct tm tm;
  if (us != 0 && localtime_r(&seconds, &tm) != NULL && strftime(text, sizeof text, format, &tm) > 0) buf_z(out, text);
}

/* --- list ------------------------------------------------------------------------------------------------ */

enum { COLUMNS = 9 };

static void print_cell(const struct alarm_shown *s, int column, struct buf *out)
{
  const enum alarm_unit unit = s->d->object.unit;
  static const enum alarm_key keys[] = {ALARM_RISING, ALARM_FALLING, ALARM_HOLD, ALARM_SEVERITY};
  switch (column) {
  case 0: buf_z(out, s->d->name); break;
  case 1:
    buf_z(out, s->d->object_name);
    if (s->d->rows[0] != '\0') buf_printf(out, "[%s]", s->d->rows);
    break;
  case 2:
    if (s->has_number) alarm_number_print(unit, s->number, out);
    else buf_char(out, '-');
    if (s->row.n > 0) buf_printf(out, " (%.*s)", STR_FMT(s->row));
    break;
  case 7: buf_z(out, state_name(s)); break;
  case 8:
    if (s->saved != NULL) print_moment(s->saved->since_us, "%Y-%m-%d %H:%M:%S", out);
    break;
  default:
    alarm_value_print(keys[column - 3], unit, s->value[keys[column - 3]], out);
    if ((s->set & 1u << keys[column - 3]) != 0) buf_char(out, '*');
  }
}

static void print_table(struct alarms_job *job, struct buf *out)
{
  static const char *const heads[COLUMNS] = {"NAME", "OBJECT",   "VALUE", "RISING", "FALLING",
                                             "HOLD", "SEVERITY", "STATE", "SINCE"};
  size_t width[COLUMNS];
  bool set = false;
  for (int c = 0; c < COLUMNS; c++) width[c] = strlen(heads[c]);
  /* The first pass measures the columns, the second prints. */
  for (int print = 0; print < 2; print++) {
    for (size_t i = 0; i <= job->config.count; i++) {
      struct alarm_shown s;
      if (i > 0) alarm_shown_look(&s, &job->config.alarm[i - 1], &job->saved, &job->source);
      for (int c = 0; c < COLUMNS; c++) {
        struct buf cell = BUF_HEAP;
        if (i == 0) buf_z(&cell, heads[c]);
        else print_cell(&s, c, &cell);
        if (!print && cell.n > width[c]) width[c] = cell.n;
        if (print && c + 1 < COLUMNS) buf_printf(out, "%-*s  ", (int)width[c], cell.n == 0 ? "" : cell.p);
        else if (print) buf_printf(out, "%s\n", cell.n == 0 ? "" : cell.p);
        buf_free(&cell);
      }
      set = set || (i > 0 && (s.set & ~(1u << ALARM_ENABLED)) != 0);
    }
  }
  if (set) buf_z(out, "* set at run time; `ficelle alarms reset NAME` removes the value\n");
}

static void json_alarm(struct json_writer *w, const struct alarm_shown *s)
{
  json_begin_object(w);
  json_kstr(w, STR("name"), str_of(s->d->name));
  json_kstr(w, STR("description"), str_of(s->d->description));
  json_kstr(w, STR("object"), str_of(s->d->object_name));
  json_kstr(w, STR("rows"), str_of(s->d->rows));
  json_key(w, STR("value"));
  if (s->has_number) json_uint(w, s->number);
  else json_null(w);
  json_kstr(w, STR("row"), s->row);
  for (int key = 0; key < ALARM_KEYS; key++) {
    json_key(w, str_of(alarm_keys[key].name));
    if (key == ALARM_ENABLED) json_bool(w, s->value[key] == ALARM_TRUE);
    else if (key == ALARM_SEVERITY) {
      struct buf text = BUF_HEAP;
      alarm_value_print(ALARM_SEVERITY, s->d->object.unit, s->value[key], &text);
      json_str(w, buf_view(&text));
      buf_free(&text);
    } else {
      json_uint(w, s->value[key]);
    }
  }
  json_key(w, STR("set"));
  json_begin_array(w);
  for (int key = 0; key < ALARM_KEYS; key++) {
    if ((s->set & 1u << key) != 0) json_str(w, str_of(alarm_keys[key].name));
  }
  json_end_array(w);
  json_kstr(w, STR("units"), s->d->object.units == NULL ? STR_EMPTY : str_of(s->d->object.units));
  json_kstr(w, STR("state"), str_of(state_name(s)));
  if (s->saved != NULL) {
    struct buf since = BUF_HEAP;
    print_moment(s->saved->since_us, "%Y-%m-%dT%H:%M:%S%z", &since);
    json_kstr(w, STR("since"), buf_view(&since));
    json_kuint(w, STR("raised_count"), s->saved->count);
    buf_free(&since);
  }
  if (s->d->mistake[0] != '\0') json_kstr(w, STR("mistake"), str_of(s->d->mistake));
  json_end_object(w);
}

static void report_mistakes(const struct alarms_job *job)
{
  if (job->config.mistakes.n > 0) cli_error("%.*s", STR_FMT(str_trim(buf_view(&job->config.mistakes))));
}

static int alarms_list(struct cli *cli, int argc, char **argv)
{
  struct alarms_job job = {.config_file = ALARMS_DEFAULT_FILE, .state_dir = ALARMS_DEFAULT_STATE_DIR};
  const struct cli_option options[] = {
    {"json", 0, CLI_FLAG, &job.json, NULL, "print JSON"},
    {"exit-code", 0, CLI_FLAG, &job.exit_code, NULL, "exit with 2 if an alarm is raised"},
    {"config-file", 0, CLI_STRING, &job.config_file, "FILE", "configuration file (default " ALARMS_DEFAULT_FILE ")"},
    {"sources-dir", 0, CLI_STRING, &job.sources, "DIR",
     "directory of ficelle-collector's files (default " STATS_SOURCES_FOLDER ")"},
    {"state-dir", 0, CLI_STRING, &job.state_dir, "DIR",
     "state directory of the subagent (default " ALARMS_DEFAULT_STATE_DIR ")"},
  };
  const struct cli_usage usage = {
    "ficelle alarms list [--json] [--exit-code] [--config-file FILE] [--sources-dir DIR]\n"
    "                    [--state-dir DIR]",
    "Prints the alarms, their thresholds, the present values and the states that\n"
    "the subagent has given them.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = begin(&job, cli, &usage, &argc, argv);
  if (status != CLI_GO) return end(&job, status);
  if (argc > 1) return end(&job, cli_error("alarms: unexpected argument '%s'", argv[1]));
  struct buf out = BUF_HEAP;
  bool raised = false;
  struct json_writer w;
  json_init(&w, &out, true);
  if (job.json) json_begin_array(&w);
  for (size_t i = 0; i < job.config.count; i++) {
    struct alarm_shown s;
    alarm_shown_look(&s, &job.config.alarm[i], &job.saved, &job.source);
    raised = raised || is_raised(&s);
    if (job.json) json_alarm(&w, &s);
  }
  if (job.json) {
    json_end_array(&w);
    buf_char(&out, '\n');
  } else {
    print_table(&job, &out);
  }
  report_mistakes(&job);
  cli_print(&out);
  buf_free(&out);
  status = job.config.mistake_count > 0 ? 1 : raised && job.exit_code ? EXIT_RAISED : 0;
  return end(&job, cli_finish(status));
}

/* --- show, test ------------------------------------------------------------------------------------------ */

static int alarms_show(struct cli *cli, int argc, char **argv)
{
  struct alarms_job job = {.config_file = ALARMS_DEFAULT_FILE, .state_dir = ALARMS_DEFAULT_STATE_DIR};
  const struct cli_option options[] = {
    {"config-file", 0, CLI_STRING, &job.config_file, "FILE", "configuration file (default " ALARMS_DEFAULT_FILE ")"},
    {"state-dir", 0, CLI_STRING, &job.state_dir, "DIR",
     "state directory of the subagent (default " ALARMS_DEFAULT_STATE_DIR ")"},
  };
  const struct cli_usage usage = {"ficelle alarms show NAME", "Prints one alarm as JSON.", options, CLI_COUNT(options),
                                  SETTINGS_USER};
  int status = begin(&job, cli, &usage, &argc, argv);
  if (status != CLI_GO) return end(&job, status);
  if (argc != 2) return end(&job, cli_error("alarms show: expected the name of one alarm"));
  const struct alarm_definition *d = find(&job, argv[1]);
  if (d == NULL) return end(&job, 1);
  struct buf out = BUF_HEAP;
  struct json_writer w;
  struct alarm_shown s;
  alarm_shown_look(&s, d, &job.saved, &job.source);
  json_init(&w, &out, true);
  json_alarm(&w, &s);
  buf_char(&out, '\n');
  cli_print(&out);
  buf_free(&out);
  return end(&job, cli_finish(0));
}

/* Prints what the number would cause. True: the alarm would be raised. */
static bool print_verdict(const struct alarm_shown *s, uint64_t number, struct buf *out)
{
  const enum alarm_unit unit = s->d->object.unit;
  const bool raised = is_raised(s), high = alarm_watches_high(s->value);
  const enum alarm_verdict verdict = alarm_judge(s->value, number);
  const bool changes = verdict == (raised ? ALARM_BEYOND_FALLING : ALARM_BEYOND_RISING);
  if (verdict == ALARM_BETWEEN) {
    buf_z(out, "between the thresholds");
  } else {
    const enum alarm_key key = verdict == ALARM_BEYOND_RISING ? ALARM_RISING : ALARM_FALLING;
    buf_printf(out, "at or %s %s ", high == (key == ALARM_RISING) ? "above" : "below", alarm_keys[key].name);
    alarm_value_print(key, unit, s->value[key], out);
  }
  const char *after = raised ? "cleared" : "raised", *stays = raised ? "raised" : "cleared";
  if (!changes) {
    buf_printf(out, ": it stays %s\n", stays);
  } else if (s->value[ALARM_HOLD] == 0) {
    buf_printf(out, ": it becomes %s at once\n", after);
  } else {
    buf_printf(out, ": it becomes %s after ", after);
    alarm_value_print(ALARM_HOLD, unit, s->value[ALARM_HOLD], out);
    buf_char(out, '\n');
  }
  return changes ? !raised : raised;
}

static int test_one(struct alarms_job *job, const struct alarm_definition *d, struct buf *out)
{
  struct alarm_shown s;
  struct buf why = BUF_HEAP;
  uint32_t given = 0;
  alarm_shown_look(&s, d, &job->saved, &job->source);
  if (d->mistake[0] != '\0') return cli_error("%s", d->mistake);
  if (job->value != NULL && !alarm_value_parse(ALARM_RISING, d->object.unit, str_of(job->value), &given, &why)) {
    const int status = cli_error("alarms test: --value: %s", strchr(why.p, ':') + 2);
    buf_free(&why);
    return status;
  }
  buf_printf(out, "%s: ", d->name);
  if (s.value[ALARM_ENABLED] != ALARM_TRUE) buf_z(out, "disabled; if it were enabled: ");
  buf_z(out, d->object_name);
  if (job->value == NULL && !s.has_number) {
    buf_z(out, " has no value now: the state is unknown\n");
    return 0;
  }
  const uint64_t number = job->value != NULL ? given : s.number;
  if (job->value == NULL && s.row.n > 0) buf_printf(out, " of %.*s", STR_FMT(s.row));
  buf_z(out, job->value != NULL ? " at " : " is ");
  alarm_number_print(d->object.unit, number, out);
  buf_z(out, job->value != NULL ? " is " : ", ");
  return print_verdict(&s, number, out) && job->exit_code ? EXIT_RAISED : 0;
}

static int alarms_test(struct cli *cli, int argc, char **argv)
{
  struct alarms_job job = {.config_file = ALARMS_DEFAULT_FILE, .state_dir = ALARMS_DEFAULT_STATE_DIR};
  const struct cli_option options[] = {
    {"value", 0, CLI_STRING, &job.value, "VALUE", "test this value (written like a threshold), not the present one"},
    {"exit-code", 0, CLI_FLAG, &job.exit_code, NULL, "exit with 2 if the alarm would be raised"},
    {"config-file", 0, CLI_STRING, &job.config_file, "FILE", "configuration file (default " ALARMS_DEFAULT_FILE ")"},
    {"state-dir", 0, CLI_STRING, &job.state_dir, "DIR",
     "state directory of the subagent (default " ALARMS_DEFAULT_STATE_DIR ")"},
  };
  const struct cli_usage usage = {
    "ficelle alarms test NAME [--value VALUE] [--exit-code]",
    "Prints the state of an alarm for the present value, or for a given one. Changes nothing and sends\n"
    "no notification.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = begin(&job, cli, &usage, &argc, argv);
  if (status != CLI_GO) return end(&job, status);
  if (argc != 2) return end(&job, cli_error("alarms test: expected the name of one alarm"));
  const struct alarm_definition *d = find(&job, argv[1]);
  struct buf out = BUF_HEAP;
  status = d == NULL ? 1 : test_one(&job, d, &out);
  cli_print(&out);
  buf_free(&out);
  return end(&job, cli_finish(status));
}

/* --- set, reset ------------------------------------------------------------------------------------------ */

/* Sets one key=value; false after an error message. */
static bool set_key(const struct alarm_definition *d, struct alarm_settings *set, const char *text)
{
  struct buf why = BUF_HEAP;
  const size_t n = strcspn(text, "=");
  const int key = d == NULL ? control_key_find(str_n(text, n)) : alarm_key_find(str_n(text, n));
  uint32_t value = 0;
  bool good = text[n] == '=' && key >= 0;
  if (!good) {
    cli_error("alarms set: '%s': expected KEY=VALUE with %s", text,
              d == NULL ? "enabled or min_gap" : "rising, falling, hold, severity or enabled");
  } else {
    const str given = str_trim(str_of(text + n + 1));
    good = d == NULL ? control_value_parse((enum control_key)key, given, &value, &why)
                     : alarm_value_parse((enum alarm_key)key, d->object.unit, given, &value, &why);
    if (!good) cli_error("alarms set: %s", why.p);
    set->mask |= 1u << (good ? key : 0);
    if (good) set->value[key] = value;
  }
  buf_free(&why);
  return good;
}

static bool set_keys(const struct alarm_definition *d, struct alarm_settings *set, int argc, char **argv)
{
  struct buf why = BUF_HEAP;
  for (int i = 2; i < argc; i++) {
    if (!set_key(d, set, argv[i])) return false;
  }
  if (d == NULL) return true;
  uint32_t value[2];
  for (int key = ALARM_RISING; key <= ALARM_FALLING; key++)
    value[key] = (set->mask & 1u << key) != 0 ? set->value[key] : d->value[key];
  const bool good = alarm_thresholds_fit(d, value[ALARM_RISING], value[ALARM_FALLING], &why);
  if (!good) cli_error("alarms set: %s: %s", d->name, why.p);
  buf_free(&why);
  return good;
}

static bool reset_keys(bool control, struct alarm_settings *set, int argc, char **argv)
{
  if (argc == 2) set->mask = 0;
  for (int i = 2; i < argc; i++) {
    const int key = control ? control_key_find(str_of(argv[i])) : alarm_key_find(str_of(argv[i]));
    if (key < 0) {
      cli_error("alarms reset: '%s': expected %s", argv[i],
                control ? "enabled or min_gap" : "rising, falling, hold, severity or enabled");
      return false;
    }
    set->mask &= ~(1u << key);
  }
  return true;
}

static void sign(struct alarm_saved *s)
{
  const struct passwd *user = getpwuid(getuid());
  s->changed_us = (uint64_t)clock_us(CLOCK_REALTIME);
  s->changed_uid = (uint32_t)getuid();
  snprintf(s->changed_user, sizeof s->changed_user, "%.32s", user == NULL ? "unknown" : user->pw_name);
}

/* Reads the file under its lock and changes it. */
static int change(struct alarms_job *job, bool reset, int argc, char **argv)
{
  const bool control = strcmp(argv[1], "notifications") == 0;
  const struct alarm_definition *d = control ? NULL : find(job, argv[1]);
  struct alarm_saved s;
  struct buf why = BUF_HEAP;
  if (!control && d == NULL) return 1;
  if (!control && d->mistake[0] != '\0') return cli_error("%s", d->mistake);
  const int fd = alarm_state_lock(job->state_dir, true);
  if (fd < 0) return cli_error("%s: %s", job->state_dir, strerror(errno));
  alarm_saved_init(&s);
  const enum alarm_state_result result = alarm_state_read(fd, &s, &why);
  bool good = result == ALARM_STATE_OK || result == ALARM_STATE_NONE;
  if (good) {
    struct alarm_settings *set = control ? &s.control : &alarm_saved_get(&s, d->name)->set;
    good = reset ? reset_keys(control, set, argc, argv) : set_keys(d, set, argc, argv);
    sign(&s);
    if (good && !alarm_state_write(fd, &s, &why)) {
      good = false;
      cli_error("%s: %s", job->state_dir, why.p);
    }
  } else {
    cli_error("%s: " ALARM_STATE_FILE ": %s", job->state_dir, why.p);
  }
  close(fd);
  alarm_saved_free(&s);
  buf_free(&why);
  return good ? 0 : 1;
}

static int run_change(struct cli *cli, bool reset, const char *synopsis, const char *description, int argc, char **argv)
{
  struct alarms_job job = {.config_file = ALARMS_DEFAULT_FILE, .state_dir = ALARMS_DEFAULT_STATE_DIR};
  const struct cli_option options[] = {
    {"config-file", 0, CLI_STRING, &job.config_file, "FILE", "configuration file (default " ALARMS_DEFAULT_FILE ")"},
    {"state-dir", 0, CLI_STRING, &job.state_dir, "DIR",
     "state directory of the subagent (default " ALARMS_DEFAULT_STATE_DIR ")"},
  };
  const struct cli_usage usage = {synopsis, description, options, CLI_COUNT(options), SETTINGS_USER};
  int status = begin(&job, cli, &usage, &argc, argv);
  if (status != CLI_GO) return end(&job, status);
  if (argc < (reset ? 2 : 3)) return end(&job, cli_error("alarms: expected: %s", synopsis));
  return end(&job, change(&job, reset, argc, argv));
}

static int alarms_set(struct cli *cli, int argc, char **argv)
{
  return run_change(cli, false, "ficelle alarms set NAME KEY=VALUE ...",
                    "Sets rising, falling, hold, severity or enabled of an alarm, or enabled and min_gap of\n"
                    "`notifications`. These values override the configuration file, survive restarts, and take effect\n"
                    "when the subagent next reads them.",
                    argc, argv);
}

static int alarms_reset(struct cli *cli, int argc, char **argv)
{
  return run_change(cli, true, "ficelle alarms reset NAME [KEY ...]",
                    "Removes the values set at run time: those of the configuration file are used again.", argc, argv);
}

int cmd_alarms(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"list", alarms_list, "Print alarms, values and states."},
    {"reset", alarms_reset, "Remove the values set at run time."},
    {"set", alarms_set, "Change thresholds at run time."},
    {"show", alarms_show, "Print one alarm as JSON."},
    {"test", alarms_test, "Print the state of an alarm for a value."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
