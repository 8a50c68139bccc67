/* Compiles one node again and again, and each time the system refuses one more piece of memory: the first, the second,
 * and so on until none is left. Each compilation must end with a message about memory, and the next one, with all the
 * memory it wants, must make the same catalog as before. Nothing may stay open.
 *
 *   fail-alloc SITE [STEP]        SITE as compile-bench has it; every STEP-th piece only
 *
 * Blocks of arenas are small here, so that there are many pieces. Prints how many were refused. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/compile.h"
#include "compiler/node/node.h"

enum { BLOCK = 256 };

static unsigned long pieces, refused_piece; /* refused_piece 0: none */

static bool refuse(void) { return ++pieces == refused_piece; }

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size) { return refuse() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return refuse() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t size) { return refuse() ? NULL : __real_realloc(p, size); }

static void ignore_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                       str place)
{
  (void)category;
  (void)ctx, (void)level, (void)source, (void)message, (void)place;
}

struct site {
  struct host host;
  struct environment *env;
  struct node_data node;
};

static void open_site(struct arena *a, const char *dir, struct site *s)
{
  static str modulepath[1];
  s->host = host_real(ignore_log, NULL);
  const str path = arena_printf(a, "%s/environments/production", dir);
  modulepath[0] = arena_printf(a, "%s/modules", path.p);
  const struct environment_options options = {.name = STR("production"),
                                              .path = path,
                                              .timeout_s = -1,
                                              .modulepath = modulepath,
                                              .nmodulepath = 1,
                                              .manifest = arena_printf(a, "%s/manifests", path.p)};
  const struct hash *facts;
  str error;
  if (!node_read_facts(a, &s->host, arena_printf(a, "%s/facts.json", dir), &facts, &error)) {
    fprintf(stderr, "fail-alloc: %.*s\n", STR_FMT(error));
    exit(1);
  }
  const struct server_identity server = {.version = STR("8.0.0")};
  node_make(a, STR("load.example.com"), facts, &(struct node_identity){STR("local"), STR("load.example.com"), NULL},
            STR("production"), &server, &s->node);
  s->env = environment_new(&options, &s->host);
}

/* The compilation is given everything anew: files are read and parsed too. */
static struct compile_result compile_anew(struct site *s, unsigned long refused)
{
  static const struct compile_settings settings = {
    .strict = SEVERITY_ERROR, .rich_data = true, .write_json = true, .server_version = STR("8.0.0")};
  environment_refresh(s->env, true);
  pieces = 0;
  refused_piece = refused;
  struct compile_result r = compile(s->env, &s->node, &settings, &s->host, NULL);
  refused_piece = 0;
  return r;
}

_Noreturn static void stop(unsigned long n, const char *what, str text)
{
  fprintf(stderr, "fail-alloc: piece %lu: %s%.*s\n", n, what, STR_FMT(text));
  exit(1);
}

static int next_descriptor(void)
{
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd;
}

int main(int argc, char **argv)
{
  if (argc < 2) {
    fputs("usage: fail-alloc SITE [STEP]\n", stderr);
    return 2;
  }
  const unsigned long step = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  struct arena *a = arena_new();
  struct site s;
  open_site(a, argv[1], &s);
  arena_test_blocks(BLOCK);
  const int descriptor = next_descriptor();
  struct compile_result r = compile_anew(&s, 0); /* tables of the process are made here, once */
  if (!r.ok) stop(0, "", r.message);
  const unsigned long all = pieces;
  const size_t length = r.json.n;
  compile_result_free(&r);
  unsigned long refused = 0;
  /* The first two pieces are the compilation itself: without these the process ends. */
  for (unsigned long n = 3; n <= all; n += step) {
    r = compile_anew(&s, n);
    if (r.ok && pieces >= n) stop(n, "was refused, and yet there is a catalog", STR_EMPTY);
    if (!r.ok && r.failure.class != FAILURE_LIMIT) stop(n, "another failure: ", r.message);
    if (!r.ok && str_find(r.message, STR("memory"), 0) == SIZE_MAX) stop(n, "", r.message);
    refused += !r.ok;
    compile_result_free(&r);
    if (n / step % 64 != 0) continue;
    r = compile_anew(&s, 0);
    if (!r.ok || r.json.n != length) stop(n, "the next compilation is not as it was: ", r.message);
    compile_result_free(&r);
  }
  environment_free(s.env);
  if (next_descriptor() != descriptor) stop(all, "files are left open", STR_EMPTY);
  printf("fail-alloc: %lu of %lu pieces of memory refused, each with a message\n", refused, all);
  arena_free(a);
  return 0;
}
