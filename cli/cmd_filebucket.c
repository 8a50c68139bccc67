/* `ficelle filebucket backup|get|restore|diff|list`: a file bucket on this host or on a server. */
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agent/run/log.h"
#include "agent/session/session.h"
#include "agent/system/bucket.h"
#include "agent/system/checksum.h"
#include "agent/system/command.h"
#include "agent/types/file/file.h"
#include "base/bucket.h"
#include "base/file.h"
#include "cli/cli.h"

cli_fn cmd_filebucket;

struct bucket {
  struct ral ral;        /* used for checksums and programs */
  const char *path;      /* NULL: it is on a server */
  const char *from, *to; /* NULL: no limit */
};

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

/* --- contents --- */

static const char *contents_path(struct bucket *b, const char *sum)
{
  return bucket_find_file(&b->ral, b->path, str_of(sum));
}

static bool read_contents(struct bucket *b, const char *sum, struct buf *out)
{
  if (b->path == NULL) return b->ral.server->bucket_get(&b->ral, STR_EMPTY, 0, str_of(sum), out);
  const char *path = contents_path(b, sum);
  if (path == NULL) return false;
  const int reason = file_read(path, SIZE_MAX / 4, out);
  return reason == 0 || ral_fail(&b->ral, "Could not read %s: %s", path, file_reason(reason));
}

/* --- the modes --- */

static bool backup(struct bucket *b, int n, char **files)
{
  if (n == 0) return ral_fail(&b->ral, "You must specify a file to back up");
  for (int i = 0; i < n; i++) {
    char *real = NULL;
    struct stat st;
    str sum;
    fflush(stdout); /* keeps the order of output and messages */
    if (!is_there(files[i])) {
      fprintf(stderr, "%s: no such file\n", files[i]);
      continue;
    }
    if (access(files[i], R_OK) != 0) {
      fprintf(stderr, "%s: cannot read file\n", files[i]);
      continue;
    }
    real = realpath(files[i], NULL);
    if (real == NULL || stat(real, &st) != 0 || !S_ISREG(st.st_mode)) {
      free(real);
      return ral_fail(&b->ral, "Could not back up %s: it is not a file", files[i]);
    }
    const bool ok = b->path != NULL ? bucket_store_file(&b->ral, b->path, real, &sum)
                                    : file_put_on_server(&b->ral, STR_EMPTY, 0, real, &sum);
    free(real);
    if (!ok) return false;
    printf("%s: %.*s\n", files[i], STR_FMT(sum));
  }
  return true;
}

static bool get(struct bucket *b, int n, char **args)
{
  struct buf text = BUF_HEAP;
  const bool ok = read_contents(b, n > 0 ? args[0] : "", &text);
  if (ok) cli_print(&text);
  buf_free(&text);
  return ok;
}

/* Writes to the existing file, so that its owner and mode are kept. */
static bool write_into(struct bucket *b, const char *path, str text)
{
  struct stat st;
  const bool there = stat(path, &st) == 0, locked = there && access(path, W_OK) != 0;
  if (locked) chmod(path, (st.st_mode & 07777) | 0200);
  FILE *f = fopen(path, "w");
  bool ok = f != NULL && fwrite(text.p, 1, text.n, f) == text.n;
  if (f != NULL) ok = fclose(f) == 0 && ok;
  const int reason = errno;
  if (locked) chmod(path, st.st_mode & 07777);
  return ok || ral_fail(&b->ral, "%s @ %s - %s", strerror(reason), reason == EISDIR ? "io_fread" : "rb_sysopen", path);
}

static bool restore(struct bucket *b, int n, char **args)
{
  const char *file = n > 0 ? args[0] : "", *sum = n > 1 ? args[1] : "";
  struct buf text = BUF_HEAP;
  str now;
  if (is_there(file) && checksum_file(&b->ral, settings_str(b->ral.settings, SETTING_digest_algorithm), file, &now) &&
      str_eqz(str_from(now, str_index(now, '}', 0) + 1), sum))
    return true;
  const bool ok = read_contents(b, sum, &text) && write_into(b, file, buf_view(&text));
  buf_free(&text);
  return ok;
}

/* Puts the contents of a checksum into a temporary file; *made: the caller must remove it. */
static const char *file_of(struct bucket *b, const char *sum, bool *made)
{
  struct buf text = BUF_IN(b->ral.arena);
  char *name;
  *made = false;
  if (!read_contents(b, sum, &text)) return NULL;
  const int fd = file_temporary(b->ral.arena, file_temporary_prefix(b->ral.arena, "diff"), &name);
  *made = fd >= 0;
  const bool ok = *made && file_write_all(fd, buf_view(&text));
  if (*made) close(fd);
  if (ok) return name;
  ral_fail(&b->ral, "%s - %s", strerror(errno), name);
  return NULL;
}

/* If a server has both, it compares them. */
static bool diff_there(struct bucket *b, const char *one, const char *other)
{
  struct arena *a = b->ral.arena;
  struct session_files *files = b->ral.serving;
  struct buf query = BUF_IN(a);
  struct http_answer answer;
  struct session_error error;
  session_query(&query, "environment", files->environment);
  session_query(&query, "diff_with", str_of(other));
  const struct session_request r = {
    .arena = a,
    .service = SESSION_PUPPET,
    .method = "GET",
    .accept = "application/octet-stream",
    .path = arena_printf(a, "/file_bucket_file/%s/%s", settings_strz(b->ral.settings, SETTING_digest_algorithm), one),
    .query = buf_view(&query)};
  if (!session_ask(files->session, &r, &answer, &error)) return ral_fail(&b->ral, "%.*s", STR_FMT(error.message));
  if (answer.status / 100 != 2) return ral_fail(&b->ral, "%.*s", STR_FMT(session_answer_error(a, &answer)));
  fwrite(answer.body.p, 1, answer.body.n, stdout);
  return true;
}

/* The file of a checksum that is compared with another one in the bucket. */
static const char *kept_side(struct bucket *b, const char *sum, bool first)
{
  const char *path = contents_path(b, sum);
  if (path == NULL && first && bucket_is_sum(settings_str(b->ral.settings, SETTING_digest_algorithm), str_of(sum)))
    ral_fail(&b->ral, "Failed to diff files");
  else if (path == NULL && !first) ral_fail(&b->ral, "could not find diff_with %s", sum);
  return path;
}

static bool run_diff(struct bucket *b, const char *const sides[2]);

static bool diff(struct bucket *b, int n, char **args)
{
  const char *sides[2] = {NULL, NULL};
  bool made[2] = {false, false}, ok = true;
  if (n != 2) return ral_fail(&b->ral, "Need exactly two arguments: filebucket diff <file_a> <file_b>");
  if (settings_strz(b->ral.settings, SETTING_diff)[0] == '\0')
    return ral_fail(&b->ral, "Diff is not supported on this platform");
  const bool both_kept = !is_there(args[0]) && !is_there(args[1]);
  if (both_kept && b->path == NULL) return diff_there(b, args[0], args[1]);
  for (int i = 0; i < 2 && ok; i++) {
    sides[i] = is_there(args[i]) ? args[i] : both_kept ? kept_side(b, args[i], i == 0) : file_of(b, args[i], &made[i]);
    ok = sides[i] != NULL;
  }
  ok = ok && run_diff(b, sides);
  for (int i = 0; i < 2; i++) {
    if (made[i] && sides[i] != NULL) unlink(sides[i]);
  }
  return ok;
}

static bool run_diff(struct bucket *b, const char *const sides[2])
{
  struct ral *ral = &b->ral;
  const char *argv[20];
  const char *program = settings_strz(ral->settings, SETTING_diff);
  char *options = arena_strz(ral->arena, settings_str(ral->settings, SETTING_diff_args)), *next = NULL;
  struct command_result out;
  size_t at = 0;
  argv[at++] = program;
  for (char *word = strtok_r(options, " ", &next); word != NULL && at < 16; word = strtok_r(NULL, " ", &next)) {
    argv[at++] = word;
  }
  argv[at++] = sides[0];
  argv[at++] = sides[1];
  argv[at] = NULL;
  const struct command c = {.argv = argv, .umask = -1, .locale = true};
  if (!command_run(ral, &c, &out)) return false;
  fwrite(out.output.p, 1, out.output.n, stdout);
  return true;
}

/* --- the list --- */

struct listed {
  str name, sum;
  struct timespec time;
};

static int by_name_and_time(const void *x, const void *y)
{
  const struct listed *a = x, *b = y;
  const int order = str_cmp(a->name, b->name);
  if (order != 0) return order;
  if (a->time.tv_sec != b->time.tv_sec) return a->time.tv_sec < b->time.tv_sec ? -1 : 1;
  return a->time.tv_nsec < b->time.tv_nsec ? -1 : a->time.tv_nsec > b->time.tv_nsec;
}

/* Parses a date with or without a time and time zone; the default is the local zone. */
static bool parse_date(const char *text, time_t *out)
{
  static const char *const formats[] = {"%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M",
                                        "%Y-%m-%d"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    struct tm tm = {.tm_isdst = -1}, zone = {0};
    const char *end = strptime(text, formats[i], &tm);
    if (end == NULL) continue;
    while (*end == ' ') end++;
    if (*end == '\0') {
      *out = mktime(&tm);
      return true;
    }
    end = strptime(end, "%z", &zone);
    if (end == NULL || *end != '\0') continue;
    *out = timegm(&tm) - zone.tm_gmtoff;
    return true;
  }
  return false;
}

static void take_paths(struct bucket *b, const FTSENT *e, struct listed **items, size_t *n, size_t *cap)
{
  struct arena *a = b->ral.arena;
  struct buf text = BUF_IN(a);
  const char *sum = strrchr(arena_strz(a, str_n(e->fts_path, e->fts_pathlen - e->fts_namelen - 1)), '/');
  if (file_read(e->fts_path, 16 << 20, &text) != 0 || sum == NULL) return;
  const str all = str_trim(buf_view(&text));
  for (str rest = all; rest.n > 0;) {
    if (*n == *cap) {
      *cap = *cap == 0 ? 64 : *cap * 2;
      *items = xrealloc(*items, *cap * sizeof **items);
    }
    (*items)[(*n)++] = (struct listed){str_cut(&rest, '\n'), str_of(sum + 1), e->fts_statp->st_mtim};
  }
}

static bool list(struct bucket *b, int argc, char **args)
{
  char *roots[] = {(char *)b->path, NULL};
  struct listed *items = NULL;
  size_t n = 0, cap = 0;
  time_t from = 0, to = time(NULL);
  (void)argc, (void)args;
  if (b->path == NULL) return ral_fail(&b->ral, "Listing remote file buckets is not allowed");
  if (!is_there(b->path)) return ral_fail(&b->ral, "File not found");
  if (b->to != NULL && !parse_date(b->to, &to)) return ral_fail(&b->ral, "Error while parsing 'todate'");
  if (b->from != NULL && !parse_date(b->from, &from)) return ral_fail(&b->ral, "Error while parsing 'fromdate'");
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  const FTSENT *e;
  while (walk != NULL && (e = fts_read(walk)) != NULL) {
    if (e->fts_info != FTS_F || strcmp(e->fts_name, "paths") != 0) continue;
    if (e->fts_statp->st_mtime >= from && e->fts_statp->st_mtime <= to) take_paths(b, e, &items, &n, &cap);
  }
  if (walk != NULL) fts_close(walk);
  if (n > 0) qsort(items, n, sizeof *items, by_name_and_time);
  for (size_t i = 0; i < n; i++) {
    char day[40];
    struct tm tm;
    strftime(day, sizeof day, "%Y-%m-%d %H:%M:%S", localtime_r(&items[i].time.tv_sec, &tm));
    printf("%.*s %s %.*s\n", STR_FMT(items[i].sum), day, STR_FMT(items[i].name));
  }
  free(items);
  return true;
}

/* --- the command --- */

static int run(struct bucket *b, int argc, char **argv)
{
  static const struct {
    const char *name;
    bool (*run)(struct bucket *, int, char **);
  } modes[] = {{"backup", backup}, {"get", get}, {"restore", restore}, {"diff", diff}, {"list", list}};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    if (strcmp(argv[1], modes[i].name) != 0) continue;
    if (modes[i].run(b, argc - 2, argv + 2)) return 0;
    fflush(stdout);
    return cli_error("Could not run: %.*s", STR_FMT(b->ral.error));
  }
  return cli_error("unknown mode '%s' of filebucket: must be backup, get, restore, diff or list", argv[1]);
}

int cmd_filebucket(struct cli *cli, int argc, char **argv)
{
  struct bucket b = {0};
  const char *path = NULL;
  bool local = false, remote = false;
  const struct cli_option options[] = {
    {"bucket", 'b', CLI_STRING, &path, "DIRECTORY", "this bucket, not $clientbucketdir"},
    {"local", 'l', CLI_FLAG, &local, NULL, "the bucket in $clientbucketdir"},
    {"remote", 'r', CLI_FLAG, &remote, NULL, "the bucket of the server, which is the default"},
    {"fromdate", 'f', CLI_STRING, &b.from, "DATE", "list: only files saved at this time or later"},
    {"todate", 't', CLI_STRING, &b.to, "DATE", "list: only files saved at this time or earlier"},
  };
  const struct cli_usage usage = {
    "ficelle filebucket [--local | --bucket DIRECTORY | --remote] backup FILE ... | get SUM | restore FILE SUM |\n"
    "       diff SUM|FILE SUM|FILE | list [--fromdate DATE] [--todate DATE]",
    "Saves files in a bucket under the checksums of their contents, prints or restores them, shows\n"
    "differences, and lists the contents of a bucket of this host. Without --local and --bucket the\n"
    "bucket is that of the Puppet server, which this host's certificate must be known to.",
    options, CLI_COUNT(options), SETTINGS_USER};
  log_set_plain(true);
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status == CLI_GO) status = cli_print_configs(cli);
  if (status != CLI_GO) return status;
  if (argc < 2) return cli_error("filebucket: missing mode: must be backup, get, restore, diff or list");
  struct arena *a = arena_new();
  struct session session;
  struct session_files files = {&session, settings_str(cli->settings, SETTING_environment), STR_EMPTY};
  session_begin(&session, cli->settings, NULL);
  session.tls_of_settings = true;
  b.path = path != NULL ? path : local ? arena_strz(a, settings_str(cli->settings, SETTING_clientbucketdir)) : NULL;
  b.ral = (struct ral){.arena = a,
                       .settings = cli->settings,
                       .facts = &hash_empty,
                       .log = run_log,
                       .server = &session_file_server,
                       .serving = &files};
  status = run(&b, argc, argv);
  session_end(&session);
  arena_free(a);
  return cli_finish(status);
}
