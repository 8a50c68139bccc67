/* Report processors of modules. A process of its own runs them in Ruby: `ficelle report process` (cli/report_process.c)
 * gets the report as JSON on its standard input, and the settings of this process on its command line. It prints one
 * line of JSON per message; other lines are what the processors print. */
#include <limits.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/core/program.h"
#include "indirector/internal.h"

/* These are not passed on: code and manifest of `ficelle apply`, and what is set otherwise. */
static bool is_left_out(enum setting_id id)
{
  return id == SETTING_code || id == SETTING_manifest || id == SETTING_environment || id == SETTING_logdest;
}

static str option_of(struct arena *a, enum setting_id id, str written)
{
  const char *name = setting_defs[id].name;
  if (setting_defs[id].type != SETTING_TYPE_BOOLEAN) return arena_printf(a, "--%s=%.*s", name, STR_FMT(written));
  return arena_printf(a, "--%s%s", str_eqz(written, "false") ? "no-" : "", name);
}

/* Returns the number of words; `argv` has room for them. */
static uint32_t command_line(struct ind_request *r, str program, const str *names, uint32_t n, str *argv)
{
  struct arena *a = r->arena;
  const struct settings *s = r->in->settings;
  const str environment = r->environment.n > 0 ? r->environment : settings_str(r->in->settings, SETTING_environment);
  uint32_t argc = 0;
  argv[argc++] = program;
  argv[argc++] = STR("report");
  argv[argc++] = STR("process");
  argv[argc++] = STR("--json");
  argv[argc++] = arena_printf(a, "--run-mode=%s", settings_mode_name(settings_get_mode(s)));
  argv[argc++] = arena_printf(a, "--environment=%.*s", STR_FMT(environment));
  for (enum setting_id id = 0; id < SETTING_COUNT; id++) {
    const str written = settings_given(s, id);
    if (written.p != NULL && !is_left_out(id)) argv[argc++] = option_of(a, id, written);
  }
  argv[argc++] = STR("--");
  for (uint32_t i = 0; i < n; i++) argv[argc++] = names[i];
  return argc;
}

static void pass_message(struct ind_request *r, str line)
{
  enum compile_log_level level;
  value message;
  str why;
  if (line.n == 0) return;
  if (line.p[0] != '{' || !value_read_json(r->arena, line, &message, &why) || message.kind != V_HASH ||
      !ind_level_of(value_member_text(message, "level"), &level)) {
    ind_log(r->in, CLOG_DEBUG, arena_printf(r->arena, "A report processor printed: %.*s", STR_FMT(line)));
    return;
  }
  const str source = value_member_text(message, "source"), text = value_member_text(message, "message");
  ind_log(r->in, level, source.n == 0 ? text : arena_printf(r->arena, "%.*s: %.*s", STR_FMT(source), STR_FMT(text)));
}

static void pass_messages(struct ind_request *r, str out)
{
  for (size_t at = 0; at < out.n;) {
    size_t end = str_index(out, '\n', at);
    if (end == SIZE_MAX) end = out.n;
    pass_message(r, str_sub(out, at, end - at));
    at = end + 1;
  }
}

enum ind_result report_in_ruby(struct ind_request *r, value report, const str *names, uint32_t n)
{
  enum { OWN_WORDS = 8 };
  str *argv = arena_array(r->arena, OWN_WORDS + SETTING_COUNT + n, sizeof *argv);
  const int64_t seconds = settings_int(r->in->settings, SETTING_report_command_timeout);
  struct buf text = BUF_IN(r->arena);
  struct json_writer w;
  str program, out, why;
  if (!program_find(r->arena, "ficelle", &program))
    return ind_fail(r, "not supported: the program 'ficelle', which runs '%.*s', is not installed", STR_FMT(names[0]));
  const uint32_t argc = command_line(r, program, names, n, argv);
  json_init(&w, &text, false);
  value_write_json(&w, report, JSON_RICH);
  const bool ok = program_run(r->arena, argv, argc, seconds < INT_MAX ? (int)seconds : INT_MAX, buf_view(&text), &out,
                              &why);
  pass_messages(r, out);
  return ok ? IND_OK : ind_fail(r, "%.*s", STR_FMT(why));
}
