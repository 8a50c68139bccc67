/* Custom facts: Ruby code of modules, run in a child process through the plug-in (ruby/lib/ficelle/facts).
 *
 * The child reports each step before and after it, one per line. If it ends early, or reports nothing for longer than
 * the time limit of a fact, the fact or file it was working on is skipped and another child is started. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/facts/waiting.h"
#include "base/clock.h"
#include "base/json_write.h"
#include "base/log.h"
#include "base/map.h"
#include "cli/cli_stats.h"
#include "cli/compile_cli.h"
#include "cli/host_facts.h"
#include "compiler/compile.h"
#include "compiler/ruby/ruby.h"

enum { MOST_CHILDREN = 16, GRACE_MS = 5000, LINE_LIMIT = 64 << 20 };
/* Exit status of a child that has reported an error of Ruby itself. */
enum { CHILD_FAILED = 3 };

struct run {
  const struct custom_facts *job;
  struct arena *arena;
  const struct fact *core;
  const struct facts_found *found;
  struct fact *out;
  const char *skip[MOST_CHILDREN]; /* facts and files that made a child fail */
  size_t nskip;
  str doing; /* the fact or file that the child is working on; empty: none */
  bool done;
  struct facts_wait wait;
  /* Gets a span for each fact. */
  const struct observer *observer;
  bool counting, failed;
  unsigned mark;
  struct strmap said; /* messages that were logged already: another child repeats them */
};

/* --- the request to the child --- */

static void write_fact(struct json_writer *w, const struct fact *f)
{
  struct buf text = BUF_HEAP;
  fact_print_json(f, false, &text);
  text.n--; /* remove the line break */
  json_raw(w, buf_view(&text));
  buf_free(&text);
}

static void write_strings(struct json_writer *w, const char *key, const char *const *list, size_t n)
{
  json_key(w, str_of(key));
  json_begin_array(w);
  for (size_t i = 0; i < n && list[i]; i++) json_str(w, str_of(list[i]));
  json_end_array(w);
}

static void write_external(struct json_writer *w, const struct facts_found *found)
{
  json_key(w, STR("external"));
  json_begin_array(w);
  for (size_t i = 0; i < found->count; i++) {
    json_begin_array(w);
    json_str(w, found->item[i].fact->key);
    write_fact(w, found->item[i].fact);
    if (found->item[i].file) json_str(w, str_of(found->item[i].file));
    else json_null(w);
    json_int(w, found->item[i].weight);
    json_end_array(w);
  }
  json_end_array(w);
}

/* Writes all of Puppet's settings as texts. */
static void write_settings(struct json_writer *w, struct settings *s)
{
  json_key(w, STR("settings"));
  json_begin_object(w);
  for (unsigned id = 0; id < SETTING_COUNT; id++) {
    struct buf text = BUF_HEAP, error = BUF_HEAP;
    bool nil = false;
    if (settings_print(s, (enum setting_id)id, &text, &nil, &error) && !nil)
      json_kstr(w, str_of(setting_defs[id].name), buf_view(&text));
    buf_free(&text);
    buf_free(&error);
  }
  json_end_object(w);
}

/* Writes, under `key`, for each section of puppet.conf: the values that are different with that section, or (`written`)
 * the values that it contains. */
static void write_sections(struct json_writer *w, struct settings *s, const char *key, bool written)
{
  json_key(w, str_of(key));
  json_begin_object(w);
  for (int mode = SETTINGS_MAIN; mode <= SETTINGS_SERVER; mode++) {
    struct settings *view = settings_view(s, (enum settings_mode)mode);
    json_key(w, str_of(settings_mode_name((enum settings_mode)mode)));
    json_begin_object(w);
    for (unsigned i = 0; i < SETTING_COUNT; i++) {
      const enum setting_id id = (enum setting_id)i;
      struct buf text = BUF_HEAP, now = BUF_HEAP, error = BUF_HEAP;
      bool nil = false;
      const str own = settings_written(s, (enum settings_mode)mode, id);
      if (written && own.p != NULL) {
        json_kstr(w, str_of(setting_defs[i].name), own);
      } else if (!written && settings_print(view, id, &text, &nil, &error) && !nil &&
                 (!settings_print(s, id, &now, &nil, &error) || !str_eq(buf_view(&text), buf_view(&now)))) {
        json_kstr(w, str_of(setting_defs[i].name), buf_view(&text));
      }
      buf_free(&text);
      buf_free(&now);
      buf_free(&error);
    }
    json_end_object(w);
    settings_free(view);
  }
  json_end_object(w);
}

static str request(struct run *r)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer w;
  struct settings *s = r->job->cli->settings;
  json_init(&w, &text, false);
  json_begin_object(&w);
  json_key(&w, STR("core"));
  write_fact(&w, r->core);
  write_external(&w, r->found);
  write_strings(&w, "dirs", r->job->dirs, SIZE_MAX);
  write_strings(&w, "blocked", r->job->blocked, SIZE_MAX);
  write_strings(&w, "query", (const char *const *)r->job->names, (size_t)r->job->count);
  write_strings(&w, "skip", r->skip, r->nskip);
  json_kint(&w, STR("limit"), settings_int(s, SETTING_fact_time_limit));
  json_kbool(&w, STR("debug"), log_enabled(&log_facts_custom, LOG_LEVEL_DEBUG));
  json_kbool(&w, STR("trace"), r->job->trace);
  write_settings(&w, s);
  write_sections(&w, s, "sections", false);
  write_sections(&w, s, "written", true);
  json_end_object(&w);
  return buf_view(&text);
}

/* --- the child --- */

struct call {
  struct compilation *c;
  str request;
  int fd;
};

static void call_ruby(struct context *context, void *arg)
{
  struct call *call = arg;
  const value args[] = {value_str(call->request), value_int(call->fd)};
  (void)context;
  ruby_call(call->c, NULL, "collect_facts", args, 2, VALUE_UNDEF);
}

static void child_says(int fd, str text)
{
  struct buf line = BUF_HEAP;
  buf_z(&line, "[\"log\",\"error\",");
  json_quote(&line, text);
  buf_z(&line, "]\n");
  for (size_t at = 0; at < line.n;) {
    ssize_t n = write(fd, line.p + at, line.n - at);
    if (n <= 0) break;
    at += (size_t)n;
  }
  buf_free(&line);
}

/* Output of facts must not be mixed with the command's own output, so it is redirected. */
_Noreturn static void child(str request_text, int fd)
{
  const struct host host = compile_cli_host();
  const struct compile_settings settings = {0};
  const struct node_data node = {.facts = &hash_empty, .parameters = &hash_empty};
  struct arena *a = arena_new();
  struct compilation c = {.arena = a, .host = &host, .settings = &settings, .node = &node};
  struct call call = {&c, request_text, fd};
  int null = open("/dev/null", O_RDONLY);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) _exit(126);
  log_after_fork();
  compile_prepare(&c, a);
  if (context_protect(&c.context, call_ruby, &call)) _exit(0);
  child_says(fd, context_message(&c.context));
  _exit(CHILD_FAILED);
}

/* --- output of the child --- */

static void tell(struct run *r, enum log_level level, str text)
{
  if (strmap_get(&r->said, text)) return;
  strmap_put(&r->said, arena_str(r->arena, text), r);
  log_emit(&(struct log_event){
    .level = level, .category = &log_facts_custom, .source = "Facter", .message = text.p, .message_len = text.n});
}

static void tell_log(struct run *r, str level, str text)
{
  static const struct {
    const char *name;
    enum log_level level;
  } levels[] = {{"debug", LOG_LEVEL_DEBUG}, {"info", LOG_LEVEL_INFO}, {"warn", LOG_LEVEL_WARNING}};
  for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
    if (str_eqz(level, levels[i].name)) {
      tell(r, levels[i].level, text);
      return;
    }
  tell(r, LOG_LEVEL_ERR, text);
}

static str text_of(const struct fact *f) { return f && f->kind == FACT_STRING ? f->string : STR_EMPTY; }

static void count_begin(struct run *r)
{
  r->mark = observer_ruby_begin(r->observer, RUBY_KIND_FACT);
  r->counting = true;
  r->failed = false;
}

static void count_end(struct run *r, enum observer_outcome outcome)
{
  if (r->counting) observer_span_end(r->observer, r->mark, outcome);
  r->counting = false;
}

static void understand(struct run *r, str line)
{
  const char *wrong;
  const struct fact *said = fact_read_json(r->arena, line, &wrong);
  const struct fact *first = said && said->kind == FACT_ARRAY ? said->first : NULL;
  const struct fact *second = first ? first->next : NULL, *third = second ? second->next : NULL;
  str word = text_of(first);
  facts_wait_end(&r->wait);
  if (!str_eqz(word, "log")) count_end(r, r->failed ? OBSERVED_FAILED : OBSERVED_DONE);
  if (str_eqz(word, "end")) {
    r->done = true;
  } else if (str_eqz(word, "begin") || str_eqz(word, "load")) {
    r->doing = text_of(second);
    if (str_eqz(word, "begin")) count_begin(r);
    facts_wait_begin(&r->wait,
                     str_eqz(word, "load") ? r->doing : arena_printf(r->arena, "the fact '%.*s'", STR_FMT(r->doing)));
  } else if (str_eqz(word, "log")) {
    r->failed = r->failed || str_eqz(text_of(second), "error");
    tell_log(r, text_of(second), text_of(third));
  } else if (str_eqz(word, "fact") && third) {
    fact_copy(r->arena, r->out, text_of(second), third);
    if (third->next && third->next->kind == FACT_FLOAT)
      log_debug(&log_facts_custom, "Resolved the fact %.*s in %.2f ms", STR_FMT(text_of(second)),
                third->next->real * 1000);
    if (r->job->timing && third->next)
      r->job->timing(NULL, text_of(second), third->next->kind == FACT_FLOAT ? third->next->real : 0, false);
  }
}

/* Removes complete lines from the buffer and handles them. */
static void take_lines(struct run *r, struct buf *text)
{
  size_t from = 0;
  for (char *end; from < text->n && (end = memchr(text->p + from, '\n', text->n - from));) {
    const size_t n = (size_t)(end - (text->p + from));
    understand(r, str_n(text->p + from, n));
    from += n + 1;
  }
  memmove(text->p, text->p + from, text->n - from);
  text->n -= from;
}

/* Reads until the child ends or is done; true: it reported nothing for too long. */
static bool listen(struct run *r, int fd, int64_t limit_ms)
{
  struct buf text = BUF_HEAP;
  char part[16384];
  int64_t until = clock_ms(CLOCK_MONOTONIC) + limit_ms;
  bool silent = false;
  buf_reserve(&text, sizeof part);
  while (!r->done && text.n <= LINE_LIMIT) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    const int64_t left = until - clock_ms(CLOCK_MONOTONIC);
    const int64_t most = limit_ms == 0 ? INT64_MAX : left;
    const int ready = most > 0 ? poll(&p, 1, facts_wait_ms(&r->wait, most)) : 0;
    facts_wait_show(&r->wait);
    if (ready < 0 && errno != EINTR) break;
    if (ready == 0 && limit_ms > 0 && clock_ms(CLOCK_MONOTONIC) >= until) {
      silent = true;
      break;
    }
    const ssize_t n = ready > 0 ? read(fd, part, sizeof part) : 0;
    if (ready > 0 && n <= 0 && errno != EINTR) break;
    if (n > 0) {
      buf_append(&text, part, (size_t)n);
      take_lines(r, &text);
      until = clock_ms(CLOCK_MONOTONIC) + limit_ms;
    }
  }
  facts_wait_end(&r->wait);
  buf_free(&text);
  return silent;
}

/* --- starting children --- */

/* Logs why the child ended, and decides what to skip. False: there is nothing to skip. */
static bool blame(struct run *r, bool silent, int status)
{
  struct buf text = BUF_IN(r->arena);
  count_end(r, silent ? OBSERVED_STOPPED : OBSERVED_FAILED);
  if (!silent && r->doing.n == 0 && WIFEXITED(status) && WEXITSTATUS(status) == CHILD_FAILED) return false;
  buf_z(&text, "Custom facts: ");
  if (r->doing.n > 0) buf_printf(&text, "%.*s ", STR_FMT(r->doing));
  else buf_z(&text, "the child process ");
  if (silent) buf_z(&text, "takes longer than the setting fact_time_limit allows");
  else if (WIFSIGNALED(status)) buf_printf(&text, "was ended by signal %d", WTERMSIG(status));
  else buf_printf(&text, "exited with status %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  if (r->doing.n > 0) buf_z(&text, "; skipping it");
  tell(r, LOG_LEVEL_ERR, buf_view(&text));
  if (r->doing.n == 0) return false;
  r->skip[r->nskip++] = arena_strz(r->arena, r->doing);
  return true;
}

/* True: start another child. */
static bool run_child(struct run *r)
{
  const int64_t limit = settings_int(r->job->cli->settings, SETTING_fact_time_limit);
  str text = request(r);
  int fds[2], status = 0;
  if (pipe2(fds, O_CLOEXEC) != 0) {
    tell(r, LOG_LEVEL_ERR, arena_printf(r->arena, "Custom facts: %s", strerror(errno)));
    return false;
  }
  fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0) child(text, fds[1]);
  close(fds[1]);
  if (pid < 0) tell(r, LOG_LEVEL_ERR, arena_printf(r->arena, "Custom facts: %s", strerror(errno)));
  r->doing = STR_EMPTY;
  const bool silent = pid > 0 && listen(r, fds[0], limit > 0 && limit < INT64_MAX / 2000 ? limit * 1000 + GRACE_MS : 0);
  close(fds[0]);
  if (pid < 0) return false;
  if (silent || r->done) kill(-pid, SIGKILL); /* ends the processes that it left behind, too */
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return !r->done && blame(r, silent, status);
}

const char *custom_facts_file(struct arena *a, const char *const *dirs)
{
  for (; *dirs; dirs++) {
    DIR *d = opendir(*dirs);
    const char *file = NULL;
    for (struct dirent *e; d && !file && (e = readdir(d));)
      if (e->d_name[0] != '.' && str_ends(str_of(e->d_name), STR(".rb")))
        file = arena_printf(a, "%s/%s", *dirs, e->d_name).p;
    if (d) closedir(d);
    if (file) return file;
  }
  return NULL;
}

bool custom_facts_resolve(void *ctx, struct arena *a, const struct fact *core, const struct facts_found *found,
                          struct fact *out)
{
  struct run r = {.job = ctx, .arena = a, .core = core, .found = found, .out = out};
  strmap_init(&r.said, a);
  if (!ruby_installed()) {
    tell(&r, LOG_LEVEL_WARNING,
         arena_printf(a,
                      "not supported: custom facts are written in Ruby (%s), which needs the plug-in ficelle-ruby; "
                      "install the package ficelle-ruby. Skipping them",
                      custom_facts_file(a, r.job->dirs)));
    return false;
  }
  struct cli_stats stats;
  for (const char *const *dir = r.job->dirs; *dir; dir++) log_debug(&log_facts_custom, "Loading facts from %s", *dir);
  r.observer = cli_stats_begin(&stats, r.job->cli->settings);
  while (r.nskip < MOST_CHILDREN && run_child(&r)) continue;
  cli_stats_end(&stats);
  return true;
}
