/* hiera.yaml, data with %{…} in it, and a key: the three parts of an input are separated by lines of "===". A
 * compilation that looks up the key ends with a value or a message. */
#include <stdint.h>
#include <stdlib.h>

#include "tests/unit/compiler/in_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static str config, content;

static str content_of(str path)
{
  if (str_ends(path, STR("/hiera.yaml"))) return config;
  return str_starts(path, STR("/e/data/")) ? content : (str){NULL, 0};
}

static struct host_stat fuzz_stat(void *ctx, str path)
{
  (void)ctx;
  const str text = content_of(path);
  return (struct host_stat){.kind = text.p != NULL ? HOST_FILE : HOST_NOTHING, .size = text.n};
}

static bool fuzz_read(void *ctx, struct arena *a, str path, str *text, str *error)
{
  const str found = content_of(path);
  if (found.p == NULL) return in_memory_read(ctx, a, path, text, error);
  *text = arena_str(a, found);
  return true;
}

static void fuzz_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  (void)category;
  (void)ctx, (void)level, (void)source, (void)message, (void)place;
}

/* The part before the separator; *rest is the part after it. */
static str part(str *rest)
{
  const size_t at = str_find(*rest, STR("\n===\n"), 0);
  const str found = at == SIZE_MAX ? *rest : str_sub(*rest, 0, at + 1);
  *rest = at == SIZE_MAX ? STR_EMPTY : str_from(*rest, at + 5);
  return found;
}

static const struct hash *facts(struct arena *a)
{
  struct hash *os = hash_new(a, 1), *all = hash_new(a, 2);
  const value list[] = {value_int(1), value_str(STR("two"))};
  hash_put_str(os, a, STR("name"), value_str(STR("Debian")));
  hash_put_str(all, a, STR("os"), value_hash(os));
  hash_put_str(all, a, STR("list"), array_of(a, list, 2));
  return all;
}

static void compile_key(struct arena *a, str key)
{
  static const struct hash none;
  static const struct compile_settings settings = {
    .strict = SEVERITY_WARNING, .server_version = {"8.11.0", 6}, .memory_limit_bytes = (size_t)256 << 20};
  struct host host = {.stat = fuzz_stat,
                      .read_file = fuzz_read,
                      .is_link = in_memory_link,
                      .list_directory = in_memory_list,
                      .now_seconds = in_memory_now,
                      .random_bytes = in_memory_random,
                      .run = in_memory_run,
                      .log = fuzz_log};
  struct buf code = BUF_IN(a);
  buf_z(&code, "notice(lookup($facts['key'], undef, undef, 'none'))");
  struct hash *known = hash_copy(a, facts(a), 1);
  hash_put_str(known, a, STR("key"), value_str(key));
  const struct node_data node = {.name = STR("n"),
                                 .facts = known,
                                 .parameters = &none,
                                 .trusted = &none,
                                 .server_facts = &none,
                                 .classes = VALUE_UNDEF};
  const struct environment_options options = {.name = STR("production"),
                                              .path = STR("/e"),
                                              .has_code = true,
                                              .hiera_config = STR("/c/none"),
                                              .codedir = STR("/c"),
                                              .code = buf_view(&code)};
  struct environment *environment = environment_new(&options, &host);
  struct compile_result r = compile(environment, &node, &settings, &host, NULL);
  if (!r.ok && r.message.n == 0) abort();
  compile_result_free(&r);
  environment_free(environment);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  str rest = str_n((const char *)data, size);
  config = part(&rest);
  content = part(&rest);
  compile_key(a, part(&rest));
  arena_free(a);
  return 0;
}
