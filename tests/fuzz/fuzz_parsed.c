/* Accounts and managed files: any bytes as each of them. Written files have the same records. */
#include <stdint.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/providers/parsed/aliases.h"
#include "agent/providers/parsed/crontab.h"
#include "agent/providers/parsed/host.h"
#include "agent/providers/parsed/keyline.h"
#include "agent/providers/parsed/mount.h"
#include "agent/types/types.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void no_log(struct ral *ral, enum log_level level, str source, str message)
{
  (void)ral, (void)level, (void)source, (void)message;
}

static void lines(struct arena *a, str text)
{
  for (size_t at = 0; at <= text.n;) {
    size_t end = str_index(text, '\n', at);
    if (end == SIZE_MAX) end = text.n;
    const str line = str_sub(text, at, end - at);
    struct account_user user;
    struct account_group group;
    struct account_shadow shadow;
    struct alias_line alias;
    struct host_line host;
    struct fstab_line entry;
    struct keyline key;
    (void)account_parse_user(line, &user);
    (void)account_parse_group(a, line, &group);
    (void)account_parse_shadow(line, &shadow);
    (void)alias_parse(a, line, &alias);
    (void)host_parse(a, line, &host);
    (void)fstab_parse(a, line, &entry);
    if (keyline_parse(line, &key)) (void)keyline_options(a, key.options);
    at = end + 1;
  }
}

static void crontab(struct arena *a, str text)
{
  struct ral ral = {.arena = a, .types = ral_types, .log = no_log};
  struct ptrvec first = {0}, second = {0};
  struct buf out = BUF_IN(a);
  /* As in Puppet, a header is removed wherever it is, so a line with its words in it is read once only. */
  if (str_find(text, STR("# HEADER"), 0) != SIZE_MAX) return;
  if (!parsed_read(&ral, &crontab_format, text, "root", &first)) return;
  if (!parsed_write(&ral, &crontab_format, (struct parsed_record *const *)first.items, first.n, &out)) return;
  if (!parsed_read(&ral, &crontab_format, arena_str(a, buf_view(&out)), "root", &second)) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  const str text = arena_str(a, str_n((const char *)data, size));
  lines(a, text);
  crontab(a, text);
  (void)account_is_local(text, STR("passwd"));
  arena_free(a);
  return 0;
}
