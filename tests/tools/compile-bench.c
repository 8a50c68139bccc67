/* A warm compiler on demand: ficelle's half of tests/bench/compile.
 *
 *   compile-bench SITE            SITE/environments/production holds modules and manifests
 *   compile-bench --ruby SITE     without native functions of modules and native templates: Ruby does it all
 *
 * Each line "NODE FACTS_FILE [SAVE_FILE]" on standard input is answered by one line
 *   SECONDS CPU_SECONDS RESOURCES BYTES     or   failed MESSAGE
 * from the node with its facts to the catalog's JSON text; reading the facts file and saving the text are not in it.
 * Manifests are parsed once, at the first line. The line "memory" is answered by the resident memory in KiB, "ruby" by
 * the seconds that starting Ruby took (0: it was not needed). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agent/facts/facts.h"
#include "compiler/compile.h"
#include "compiler/node/node.h"

static void ignore_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                       str place)
{
  (void)category;
  (void)ctx, (void)level, (void)source, (void)message, (void)place;
}

static str core_facts(void *ctx, struct arena *a)
{
  (void)ctx;
  return facts_core_json(a);
}

static double now(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t ruby_start_us;
static bool all_in_ruby;

static void on_ruby_started(void *ctx, uint64_t time_us)
{
  (void)ctx;
  ruby_start_us = time_us;
}

static const struct observer observer = {.ruby_started = on_ruby_started};

static long resident_kib(void)
{
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL || fscanf(f, "%*s %ld", &pages) != 1) pages = 0;
  if (f != NULL) fclose(f);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static bool save(const char *path, str text)
{
  FILE *f = fopen(path, "w");
  if (f == NULL) return false;
  const bool all = fwrite(text.p, 1, text.n, f) == text.n;
  return fclose(f) == 0 && all;
}

static void answer(struct environment *env, const struct host *host, const char *name, const char *facts_file,
                   const char *save_file)
{
  struct arena *a = arena_new();
  const struct hash *facts;
  str error;
  if (!node_read_facts(a, host, str_of(facts_file), &facts, &error)) {
    printf("failed %.*s\n", STR_FMT(error));
    arena_free(a);
    return;
  }
  const struct server_identity server = {.version = STR("7.23.0")};
  const struct compile_settings settings = {.strict = SEVERITY_WARNING,
                                            .cycles = SEVERITY_WARNING,
                                            .rich_data = true,
                                            .server_version = STR("7.23.0"),
                                            .write_json = true,
                                            .without_native_functions = all_in_ruby,
                                            .without_native_templates = all_in_ruby};
  const double began = now(CLOCK_MONOTONIC), cpu_began = now(CLOCK_PROCESS_CPUTIME_ID);
  struct node_data node;
  node_make(a, str_of(name), facts, &(struct node_identity){STR("local"), str_of(name), NULL}, STR("production"),
            &server, &node);
  struct compile_result r = compile(env, &node, &settings, host, &observer);
  const double cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_began, took = now(CLOCK_MONOTONIC) - began;
  if (r.ok && save_file != NULL && !save(save_file, r.json)) {
    printf("failed: %s cannot be written\n", save_file);
  } else if (r.ok) {
    printf("%.7f %.7f %u %zu\n", took, cpu, r.resources, r.json.n);
  } else {
    str message = compile_failure_text(a, &r, str_of(name));
    printf("failed ");
    for (size_t i = 0; i < message.n; i++) putchar(message.p[i] == '\n' ? ' ' : message.p[i]);
    printf("\n");
  }
  compile_result_free(&r);
  arena_free(a);
}

int main(int argc, char **argv)
{
  all_in_ruby = argc > 1 && strcmp(argv[1], "--ruby") == 0;
  if (argc != 2 + all_in_ruby) {
    fputs("usage: compile-bench [--ruby] SITE\n", stderr);
    return 2;
  }
  argv += all_in_ruby;
  struct arena *a = arena_new();
  struct host host = host_real(ignore_log, NULL);
  host.facts = core_facts;
  const str modulepath[] = {arena_printf(a, "%s/environments/production/modules", argv[1]),
                            STR("/usr/share/puppet/modules")};
  const struct environment_options options = {
    .name = STR("production"),
    .modulepath = modulepath,
    .nmodulepath = 2,
    .path = arena_printf(a, "%s/environments/production", argv[1]),
    .manifest = arena_printf(a, "%s/environments/production/manifests", argv[1]),
    .timeout_s = -1};
  struct environment *env = environment_new(&options, &host);
  puts("ready");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0;
  for (ssize_t n; (n = getline(&line, &room, stdin)) > 0;) {
    if (line[n - 1] == '\n') line[n - 1] = '\0';
    char *facts = strchr(line, ' ');
    if (strcmp(line, "memory") == 0) {
      printf("%ld\n", resident_kib());
    } else if (strcmp(line, "ruby") == 0) {
      printf("%.6f\n", (double)ruby_start_us / 1e6);
    } else if (facts == NULL) {
      puts("failed: a line is NODE FACTS_FILE");
    } else {
      *facts++ = '\0';
      char *save_file = strchr(facts, ' ');
      if (save_file != NULL) *save_file++ = '\0';
      answer(env, &host, line, facts, save_file);
    }
    fflush(stdout);
  }
  free(line);
  environment_free(env);
  arena_free(a);
  return 0;
}
