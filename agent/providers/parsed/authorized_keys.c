/* Files of authorized keys. They are written as the user that owns them, since they are in his directories. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/providers/parsed/keyline.h"
#include "agent/providers/parsed/parsed.h"
#include "agent/ral/munge.h"

/* --- lines --- */

static bool is_number(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_digit((unsigned char)s.p[i])) return false;
  }
  return s.n > 0;
}

/* A key of SSH's first version: three numbers in a row. Such lines are kept, but never managed. */
static bool is_first_version(str line)
{
  int numbers = 0;
  for (str rest = line; rest.n > 0;) {
    numbers = is_number(str_cut(&rest, ' ')) ? numbers + 1 : 0;
    if (numbers == 3) return true;
  }
  return false;
}

static bool parse(struct ral *ral, str line, struct parsed_record *record)
{
  const str trimmed = str_trim(line);
  struct keyline k;
  record->is_text = true;
  if (trimmed.n == 0 || trimmed.p[0] == '#') return true;
  if (!keyline_parse(line, &k)) return is_first_version(line);
  record->is_text = false;
  record->name = k.name;
  struct valuevec none = {0};
  valuevec_push(&none, ral->arena, RAL_WORD(absent));
  parsed_put(record, "type", value_str(k.kind));
  parsed_put(record, "key", value_str(k.key));
  parsed_put(record, "options",
             k.options.n > 0 ? value_array(keyline_options(ral->arena, k.options)) : valuevec_array(&none, ral->arena));
  return true;
}

static void finish(struct ral *ral, struct parsed_record **records, uint32_t n)
{
  int index = 0;
  for (uint32_t i = 0; i < n; i++) {
    struct parsed_record *record = records[i];
    if (record->is_text || record->name.n > 0) continue;
    record->unmanaged = true;
    record->name = arena_printf(ral->arena, "%.*s:unnamed-%d", STR_FMT(record->target), ++index);
  }
}

static bool write_key(struct ral *ral, const struct parsed_record *record, struct buf *out)
{
  const value options = parsed_get(record, "options");
  const value kind = parsed_get(record, "type"), key = parsed_get(record, "key");
  if (parsed_is_absent(kind)) return ral_fail(ral, "Field 'type' is required");
  if (parsed_is_absent(key)) return ral_fail(ral, "Field 'key' is required");
  if (options.kind == V_ARRAY && options.array->n > 0 && !ral_is(options.array->items[0], "absent")) {
    buf_printf(out, "%.*s ", STR_FMT(ral_join(ral->arena, options.array, ",")));
  }
  buf_printf(out, "%.*s %.*s ", STR_FMT(ral_to_s(ral->arena, kind)), STR_FMT(ral_to_s(ral->arena, key)));
  if (!record->unmanaged) buf_str(out, record->name);
  return true;
}

static const struct parsed_format format = {.type = "ssh_authorized_key",
                                            .target = "",
                                            .fields = "options type key name",
                                            .parse = parse,
                                            .write = write_key,
                                            .finish = finish};

#define FORMAT format
#define flush flush_records
#include "agent/providers/parsed/provider.inc"
#undef flush

/* --- writing as the user --- */

static bool become(struct ral *ral, const struct account_user *u)
{
  if (geteuid() != 0 || u->uid == 0) return true;
  if (initgroups(arena_strz(ral->arena, u->name), (gid_t)u->gid) == 0 && setegid((gid_t)u->gid) == 0 &&
      seteuid((uid_t)u->uid) == 0)
    return true;
  return ral_fail(ral, "Could not become user %.*s: %s", STR_FMT(u->name), strerror(errno));
}

/* Ends the process on errors: otherwise the run would go on with the rights of a user. */
static bool become_again(struct ral *ral, uid_t uid, gid_t gid, const gid_t *groups, int n)
{
  if (geteuid() == uid) return true;
  if (seteuid(uid) == 0 && setegid(gid) == 0 && setgroups((size_t)n, groups) == 0) return true;
  return ral_fail(ral, "Could not become user %d again: %s", (int)uid, strerror(errno));
}

static str directory_of(str path)
{
  const char *slash = memrchr(path.p, '/', path.n);
  return slash == NULL ? STR(".") : str_n(path.p, slash == path.p ? 1 : (size_t)(slash - path.p));
}

static bool write_as_user(struct ral_resource *r, const char *target)
{
  struct ral *ral = r->ral;
  const char *dir = arena_strz(ral->arena, directory_of(str_of(target)));
  if (faccessat(AT_FDCWD, dir, F_OK, AT_EACCESS) != 0 && mkdir(dir, 0700) != 0) {
    return ral_fail(ral, "%s @ dir_s_mkdir - %s", strerror(errno), dir);
  }
  if (!flush_records(r)) return false;
  return chmod(target, 0600) == 0 || ral_fail(ral, "%s @ apply2files - %s", strerror(errno), target);
}

/* Whether every directory above the file belongs to us and no other user can write there. In Puppet the check returns
 * the result of logging a line at level debug: without that level no path is trusted. */
static bool is_trusted(struct ral *ral, const char *target)
{
  struct stat st;
  str dir = directory_of(str_of(target));
  if (stat(arena_strz(ral->arena, dir), &st) != 0 || !S_ISDIR(st.st_mode)) return false;
  for (; directory_of(dir).n > 1; dir = directory_of(dir)) {
    if (stat(arena_strz(ral->arena, dir), &st) != 0 || st.st_uid != geteuid() || (st.st_mode & 022) != 0) return false;
  }
  return log_enabled(&log_agent, LOG_LEVEL_DEBUG);
}

static bool write_as_root(struct ral_resource *r, const char *target, const struct account_user *u)
{
  if (!is_trusted(r->ral, target)) {
    return ral_fail(r->ral, "drop_privileges is false but the target path is not trusted");
  }
  if (!flush_records(r)) return false;
  if (chown(target, (uid_t)u->uid, (gid_t)u->gid) == 0 && chmod(target, 0600) == 0) return true;
  return ral_fail(r->ral, "%s @ rb_sysopen - %s", strerror(errno), target);
}

static bool flush(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value user = ral_value(r, "user");
  if (user.kind == V_UNDEF) return ral_fail(ral, "Cannot write SSH authorized keys without user");
  const struct account_user *u = account_user(ral, ral_to_s(ral->arena, user));
  if (u == NULL) return ral_fail(ral, "User '%.*s' does not exist", STR_FMT(ral_to_s(ral->arena, user)));
  const struct parsed_record *record = parsed_of(r, &format);
  const str wanted = record->target.n > 0 ? record->target : ral_to_s(ral->arena, ral_value(r, "target"));
  const char *target = arena_strz(ral->arena, wanted);
  if (!parsed_back_up(r, &format, target)) return false;
  if (!ral_flag(r, "drop_privileges")) return write_as_root(r, target, u);
  gid_t groups[1024];
  const int n = getgroups(1024, groups);
  const uid_t uid = geteuid();
  const gid_t gid = getegid();
  const bool ok = become(ral, u) && write_as_user(r, target);
  const str why = ral->error;
  if (!become_again(ral, uid, gid, groups, n > 0 ? n : 0)) return false;
  return ok || ral_fail(ral, "%.*s", STR_FMT(why));
}

const struct ral_provider ral_provider_authorized_keys = {.name = "parsed",
                                                          .specificity = 1,
                                                          .prefetch = prefetch,
                                                          .instances = instances,
                                                          .get = get,
                                                          .set = set,
                                                          .flush = flush};
