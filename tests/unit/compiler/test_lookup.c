/* Data lookup in files in memory: when files are read, and that changes are detected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/compiler/in_memory.h"

enum { MOST = 8 };

static struct {
  struct file {
    const char *path, *text;
    int64_t changed;
  } files[MOST];
  int reads;
  struct host host;
  struct environment *environment;
  struct buf notices;
} site;

static struct file *file_at(str path)
{
  for (int i = 0; i < MOST; i++) {
    if (site.files[i].text != NULL && str_eqz(path, site.files[i].path)) return &site.files[i];
  }
  return NULL;
}

static struct host_stat site_stat(void *ctx, str path)
{
  (void)ctx;
  const struct file *f = file_at(path);
  if (f == NULL) return (struct host_stat){.kind = HOST_NOTHING};
  return (struct host_stat){
    .kind = HOST_FILE, .size = strlen(f->text), .mtime_ns = f->changed, .inode = 1, .device = 1};
}

static bool site_read(void *ctx, struct arena *a, str path, str *text, str *error)
{
  const struct file *f = file_at(path);
  if (f == NULL) return in_memory_read(ctx, a, path, text, error);
  site.reads++;
  *text = arena_str(a, str_of(f->text));
  return true;
}

static void site_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  (void)category;
  (void)ctx, (void)source, (void)place;
  if (level >= CLOG_NOTICE) buf_printf(&site.notices, "%.*s|", STR_FMT(message));
}

static void put(const char *path, const char *text)
{
  static int64_t clock;
  struct file *f = file_at(str_of(path));
  for (int i = 0; f == NULL && i < MOST; i++) f = site.files[i].text == NULL ? &site.files[i] : NULL;
  assert_non_null(f);
  *f = (struct file){path, text, ++clock};
}

static void begin(const char *code)
{
  memset(site.files, 0, sizeof site.files);
  site.reads = 0;
  site.notices = BUF_HEAP;
  site.host = (struct host){.stat = site_stat,
                            .read_file = site_read,
                            .is_link = in_memory_link,
                            .list_directory = in_memory_list,
                            .now_seconds = in_memory_now,
                            .random_bytes = in_memory_random,
                            .run = in_memory_run,
                            .log = site_log};
  const struct environment_options options = {.name = STR("production"),
                                              .path = STR("/e"),
                                              .has_code = true,
                                              .hiera_config = STR("/c/hiera.yaml"),
                                              .codedir = STR("/c"),
                                              .code = str_of(code)};
  site.environment = environment_new(&options, &site.host);
}

static void end(void)
{
  environment_free(site.environment);
  buf_free(&site.notices);
}

/* Compiles; expects these notices, or this error. */
static void compiles_to(const char *expected)
{
  static const struct compile_settings settings = {
    .strict = SEVERITY_ERROR, .strict_variables = true, .server_version = {"8.11.0", 6}};
  static const struct hash none;
  const struct node_data node = {.name = STR("n"),
                                 .facts = &none,
                                 .parameters = &none,
                                 .trusted = &none,
                                 .server_facts = &none,
                                 .classes = VALUE_UNDEF};
  buf_clear(&site.notices);
  buf_z(&site.notices, "");
  struct compile_result r = compile(site.environment, &node, &settings, &site.host, NULL);
  if (!r.ok) buf_printf(&site.notices, "! %.*s", STR_FMT(r.message));
  assert_string_equal(site.notices.n > 0 ? site.notices.p : "", expected);
  if (!r.ok) assert_int_equal(r.failure.class, FAILURE_LOOKUP);
  compile_result_free(&r);
}

static void files_are_read_once(void **state)
{
  (void)state;
  begin("notice(lookup('a'), lookup('b'), lookup('a'))");
  put("/e/hiera.yaml", "version: 5\n");
  put("/e/data/common.yaml", "a: 1\nb: 2\n");
  for (int i = 0; i < 3; i++) compiles_to("1 2 1|");
  assert_int_equal(site.reads, 2);
  end();
}

static void changes_are_noticed(void **state)
{
  (void)state;
  begin("notice(lookup('a'))");
  put("/e/hiera.yaml", "version: 5\nhierarchy: [{name: x, paths: [first.yaml, common.yaml]}]\n");
  put("/e/data/common.yaml", "a: 1\n");
  compiles_to("1|");
  put("/e/data/common.yaml", "a: 2\n");
  compiles_to("2|");
  put("/e/data/first.yaml", "a: appeared\n");
  compiles_to("appeared|");
  file_at(STR("/e/data/first.yaml"))->text = NULL;
  compiles_to("2|");
  put("/c/hiera.yaml", "version: 5\nhierarchy: [{name: x, path: g.yaml}]\n");
  put("/c/data/g.yaml", "a: global\n");
  compiles_to("global|");
  put("/c/hiera.yaml", "version: 5\nhierarchy: []\n");
  put("/e/hiera.yaml", "version: 5\nhierarchy: []\n");
  compiles_to("! Function lookup() did not find a value for the name 'a'");
  end();
}

static void a_broken_file_can_be_corrected(void **state)
{
  (void)state;
  begin("notice(lookup('a'))");
  put("/e/hiera.yaml", "version: 5\n");
  put("/e/data/common.yaml", "a: [\n");
  compiles_to("! Unable to parse (/e/data/common.yaml): did not find expected node content while parsing a "
              "flow node at "
              "line 2 column 1");
  put("/e/data/common.yaml", "a: [1]\n");
  compiles_to("[1]|");
  end();
}

static void parameters_are_looked_up(void **state)
{
  (void)state;
  begin("class c($p, $q = \"${p}!\", $r = 'own') { notice($p, $q, $r) } include c");
  put("/e/hiera.yaml", "version: 5\n");
  put("/e/data/common.yaml", "c::p: data\nc::r: ~\n");
  compiles_to("data data! own|");
  end();
}

/* The first level contains the second ten times and so on: 10^9 strings if all were made. */
static void bombs_are_stopped(void **state)
{
  (void)state;
  begin("notice(lookup('i').length)");
  put("/e/hiera.yaml", "version: 5\n");
  put("/e/data/common.yaml", "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c "
                             "[*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                             "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e "
                             "[*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
                             "g: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: &h "
                             "[*g,*g,*g,*g,*g,*g,*g,*g,*g,*g]\ni: [*h,*h,*h,*h,*h,*h,*h,*h,*h,*h]\n");
  compiles_to("! Unable to parse (/e/data/common.yaml): the document is too large, or its aliases make it so "
              "at line 7 "
              "column 17");
  end();
}

static void recursion_ends(void **state)
{
  (void)state;
  begin("notice(lookup('a'))");
  put("/e/hiera.yaml", "version: 5\n");
  put("/e/data/common.yaml", "a: \"%{lookup('b')}\"\nb: \"%{lookup('c')}\"\nc: \"%{lookup('a')}\"\n");
  compiles_to("! Lookup of key 'a' failed: Recursive lookup detected in [a, b, c]");
  end();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(files_are_read_once),
    cmocka_unit_test(changes_are_noticed),
    cmocka_unit_test(a_broken_file_can_be_corrected),
    cmocka_unit_test(parameters_are_looked_up),
    cmocka_unit_test(bombs_are_stopped),
    cmocka_unit_test(recursion_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
