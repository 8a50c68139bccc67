/* Each file has a table, indexed by name and number. It is made at the first query and discarded when stat(2) shows
 * that the file has changed: programs such as useradd replace it during a run. */
#include "agent/ral/munge.h"
#include "agent/providers/accounts/accounts.h"

#include <grp.h>
#include <pwd.h>
#include <shadow.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { ACCOUNT_FILE_LIMIT = 256 << 20 };

/* --- lines --- */

/* Splits at colons; returns the number of fields, at most `max`. */
static size_t fields_of(str line, str *fields, size_t max)
{
  size_t n = 0;
  for (size_t at = 0; n < max; n++) {
    const size_t colon = str_index(line, ':', at);
    fields[n] = str_sub(line, at, (colon == SIZE_MAX ? line.n : colon) - at);
    if (colon == SIZE_MAX) return n + 1;
    at = colon + 1;
  }
  return n;
}

/* Decimal digits only. */
static bool number_of(str s, int64_t *n)
{
  *n = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_digit((unsigned char)s.p[i]) || i > 17) return false;
    *n = *n * 10 + (s.p[i] - '0');
  }
  return s.n > 0;
}

bool account_parse_user(str line, struct account_user *u)
{
  str f[7];
  const size_t n = fields_of(line, f, 7);
  *u = (struct account_user){0};
  if (n < 4 || f[0].n == 0 || f[0].p[0] == '#' || !number_of(f[2], &u->uid) || !number_of(f[3], &u->gid)) return false;
  u->name = f[0];
  u->password = f[1];
  u->comment = n > 4 ? f[4] : STR_EMPTY;
  u->home = n > 5 ? f[5] : STR_EMPTY;
  u->shell = n > 6 ? f[6] : STR_EMPTY;
  return true;
}

bool account_parse_group(struct arena *a, str line, struct account_group *g)
{
  str f[4];
  const size_t n = fields_of(line, f, 4);
  struct valuevec members = {0};
  *g = (struct account_group){0};
  if (n < 3 || f[0].n == 0 || f[0].p[0] == '#' || !number_of(f[2], &g->gid)) return false;
  g->name = f[0];
  for (size_t at = 0; n > 3 && at < f[3].n;) {
    size_t comma = str_index(f[3], ',', at);
    if (comma == SIZE_MAX) comma = f[3].n;
    const str member = str_trim(str_sub(f[3], at, comma - at));
    if (member.n > 0) valuevec_push(&members, a, value_str(member));
    at = comma + 1;
  }
  g->members = valuevec_array(&members, a).array;
  return true;
}

static int64_t days(str s)
{
  int64_t n;
  return number_of(s, &n) ? n : -1;
}

bool account_parse_shadow(str line, struct account_shadow *s)
{
  str f[9];
  const size_t n = fields_of(line, f, 9);
  *s = (struct account_shadow){0};
  if (n < 2 || f[0].n == 0 || f[0].p[0] == '#') return false;
  s->name = f[0];
  s->password = f[1];
  s->min = n > 3 ? days(f[3]) : -1;
  s->max = n > 4 ? days(f[4]) : -1;
  s->warn = n > 5 ? days(f[5]) : -1;
  s->expires = n > 7 ? days(f[7]) : -1;
  return true;
}

bool account_is_local(str text, str database)
{
  static const char *const local[] = {"files", "compat", "systemd", "altfiles", NULL};
  for (str rest = text; rest.n > 0;) {
    str line = str_cut(&rest, '\n');
    const size_t comment = str_index(line, '#', 0), colon = str_index(line, ':', 0);
    if (comment != SIZE_MAX) line = str_sub(line, 0, comment);
    if (colon == SIZE_MAX || colon >= line.n || !str_eq(str_trim(str_sub(line, 0, colon)), database)) continue;
    for (size_t i = colon + 1; i < line.n;) {
      i = str_spaces(line, i);
      const size_t from = i;
      while (i < line.n && !ascii_is_space((unsigned char)line.p[i])) i++;
      const str source = str_sub(line, from, i - from);
      bool known = source.n == 0 || source.p[0] == '[';
      for (int k = 0; local[k] != NULL && !known; k++) known = str_eqz(source, local[k]);
      if (!known) return false;
    }
  }
  return true;
}

/* --- the files --- */

/* The contents of a file, valid until the file changes. */
struct table {
  bool read;
  dev_t dev;
  ino_t ino;
  off_t size;
  struct timespec changed;
  struct strmap by_name;
  struct ptrvec rows; /* in file order */
};

struct database {
  struct table users, groups, shadows;
  bool asked, local_users, local_groups;
};

static const char memory_owner;

static struct database *database_of(struct ral *ral)
{
  struct database *d = ral_memory(ral, &memory_owner, sizeof *d);
  if (d->asked) return d;
  struct buf text = BUF_IN(ral->arena);
  d->asked = true;
  (void)file_read("/etc/nsswitch.conf", 1 << 20, &text); /* a missing file means local sources only */
  d->local_users = account_is_local(buf_view(&text), STR("passwd"));
  d->local_groups = account_is_local(buf_view(&text), STR("group"));
  return d;
}

/* Whether the file has changed since it was read. */
static bool is_stale(struct table *t, const char *path)
{
  struct stat st;
  if (stat(path, &st) != 0) st = (struct stat){0};
  const bool same = t->read && t->dev == st.st_dev && t->ino == st.st_ino && t->size == st.st_size &&
                    t->changed.tv_sec == st.st_mtim.tv_sec && t->changed.tv_nsec == st.st_mtim.tv_nsec;
  t->read = true;
  t->dev = st.st_dev;
  t->ino = st.st_ino;
  t->size = st.st_size;
  t->changed = st.st_mtim;
  return !same;
}

enum kind { USERS, GROUPS, SHADOWS };

static void add(struct ral *ral, struct table *t, enum kind kind, str line)
{
  struct arena *a = ral->arena;
  void *row = NULL;
  str name = STR_EMPTY;
  if (kind == USERS) {
    struct account_user *u = ARENA_NEW(a, struct account_user);
    if (account_parse_user(line, u)) row = u;
    name = u->name;
  } else if (kind == GROUPS) {
    struct account_group *g = ARENA_NEW(a, struct account_group);
    if (account_parse_group(a, line, g)) row = g;
    name = g->name;
  } else {
    struct account_shadow *s = ARENA_NEW(a, struct account_shadow);
    if (account_parse_shadow(line, s)) row = s;
    name = s->name;
  }
  if (row == NULL) return;
  ptrvec_push(&t->rows, a, row);
  if (strmap_find(&t->by_name, name) == NULL) strmap_put(&t->by_name, name, row);
}

static struct table *table_of(struct ral *ral, enum kind kind)
{
  static const char *const paths[] = {"/etc/passwd", "/etc/group", "/etc/shadow"};
  struct database *d = database_of(ral);
  struct table *t = kind == USERS ? &d->users : kind == GROUPS ? &d->groups : &d->shadows;
  if (!is_stale(t, paths[kind])) return t;
  struct buf text = BUF_IN(ral->arena);
  strmap_init(&t->by_name, ral->arena);
  t->rows = (struct ptrvec){0};
  if (file_read(paths[kind], ACCOUNT_FILE_LIMIT, &text) != 0) return t;
  const str all = buf_view(&text);
  for (str rest = all; rest.n > 0;) {
    add(ral, t, kind, str_cut(&rest, '\n'));
  }
  return t;
}

/* --- the C library --- */

static const struct account_user *from_passwd(struct ral *ral, const struct passwd *p)
{
  if (p == NULL) return NULL;
  struct arena *a = ral->arena;
  struct account_user *u = ARENA_NEW(a, struct account_user);
  *u = (struct account_user){.name = arena_str(a, str_of(p->pw_name)),
                             .password = arena_str(a, str_of(p->pw_passwd)),
                             .comment = arena_str(a, str_of(p->pw_gecos)),
                             .home = arena_str(a, str_of(p->pw_dir)),
                             .shell = arena_str(a, str_of(p->pw_shell)),
                             .uid = p->pw_uid,
                             .gid = p->pw_gid};
  return u;
}

static const struct account_group *from_group(struct ral *ral, const struct group *g)
{
  if (g == NULL) return NULL;
  struct account_group *out = ARENA_NEW(ral->arena, struct account_group);
  struct valuevec members = {0};
  for (char **m = g->gr_mem; *m != NULL; m++) {
    valuevec_push(&members, ral->arena, value_str(arena_str(ral->arena, str_of(*m))));
  }
  *out = (struct account_group){.name = arena_str(ral->arena, str_of(g->gr_name)),
                                .gid = g->gr_gid,
                                .members = valuevec_array(&members, ral->arena).array};
  return out;
}

const struct account_user *account_user(struct ral *ral, str name)
{
  const struct account_user *u = database_of(ral)->local_users ? strmap_get(&table_of(ral, USERS)->by_name, name)
                                                               : NULL;
  return u != NULL ? u : from_passwd(ral, getpwnam(arena_strz(ral->arena, name)));
}

const struct account_user *account_user_of(struct ral *ral, int64_t uid)
{
  const struct table *t = database_of(ral)->local_users ? table_of(ral, USERS) : NULL;
  for (uint32_t i = 0; t != NULL && i < t->rows.n; i++) {
    const struct account_user *u = t->rows.items[i];
    if (u->uid == uid) return u;
  }
  return uid < 0 || uid > UINT32_MAX ? NULL : from_passwd(ral, getpwuid((uid_t)uid));
}

const struct account_group *account_group(struct ral *ral, str name)
{
  const struct account_group *g = database_of(ral)->local_groups ? strmap_get(&table_of(ral, GROUPS)->by_name, name)
                                                                 : NULL;
  return g != NULL ? g : from_group(ral, getgrnam(arena_strz(ral->arena, name)));
}

static const struct account_group *account_group_of(struct ral *ral, int64_t gid)
{
  const struct table *t = database_of(ral)->local_groups ? table_of(ral, GROUPS) : NULL;
  for (uint32_t i = 0; t != NULL && i < t->rows.n; i++) {
    const struct account_group *g = t->rows.items[i];
    if (g->gid == gid) return g;
  }
  return gid < 0 || gid > UINT32_MAX ? NULL : from_group(ral, getgrgid((gid_t)gid));
}

const struct account_shadow *account_shadow(struct ral *ral, str name)
{
  const struct account_shadow *found = strmap_get(&table_of(ral, SHADOWS)->by_name, name);
  if (found != NULL || database_of(ral)->local_users) return found;
  const struct spwd *p = getspnam(arena_strz(ral->arena, name));
  if (p == NULL) return NULL;
  struct account_shadow *s = ARENA_NEW(ral->arena, struct account_shadow);
  *s = (struct account_shadow){.name = name,
                               .password = arena_str(ral->arena, str_of(p->sp_pwdp)),
                               .min = p->sp_min,
                               .max = p->sp_max,
                               .warn = p->sp_warn,
                               .expires = p->sp_expire};
  return s;
}

static bool has_member(const struct account_group *g, str name)
{
  for (uint32_t i = 0; i < g->members->n; i++) {
    if (str_eq(value_text(g->members->items[i]), name)) return true;
  }
  return false;
}

static void push_once(struct valuevec *v, struct arena *a, str name)
{
  for (uint32_t i = 0; i < v->n; i++) {
    if (str_eq(value_text(v->items[i]), name)) return;
  }
  valuevec_push(v, a, value_str(name));
}

const struct array *account_groups_of(struct ral *ral, const struct account_user *u)
{
  struct arena *a = ral->arena;
  struct valuevec out = {0};
  if (database_of(ral)->local_groups) {
    const struct table *t = table_of(ral, GROUPS);
    const struct account_group *primary = account_group_of(ral, u->gid);
    if (primary != NULL && has_member(primary, u->name)) push_once(&out, a, primary->name);
    for (uint32_t i = 0; i < t->rows.n; i++) {
      const struct account_group *g = t->rows.items[i];
      if (has_member(g, u->name)) push_once(&out, a, g->name);
    }
    return valuevec_array(&out, a).array;
  }
  const char *name = arena_strz(a, u->name);
  int n = 64;
  gid_t *gids = arena_array(a, (size_t)n, sizeof *gids);
  while (getgrouplist(name, (gid_t)u->gid, gids, &n) < 0 && n < 65536) {
    n *= 2;
    gids = arena_array(a, (size_t)n, sizeof *gids);
  }
  for (int i = 0; i < n; i++) {
    const struct account_group *g = account_group_of(ral, gids[i]);
    if (g != NULL && has_member(g, u->name)) push_once(&out, a, g->name);
  }
  return valuevec_array(&out, a).array;
}

bool account_user_names(struct ral *ral, struct valuevec *names)
{
  if (database_of(ral)->local_users) {
    const struct table *t = table_of(ral, USERS);
    for (uint32_t i = 0; i < t->rows.n; i++) {
      push_once(names, ral->arena, ((const struct account_user *)t->rows.items[i])->name);
    }
    return true;
  }
  setpwent();
  for (const struct passwd *p; (p = getpwent()) != NULL;) {
    push_once(names, ral->arena, arena_str(ral->arena, str_of(p->pw_name)));
  }
  endpwent();
  return true;
}

bool account_group_names(struct ral *ral, struct valuevec *names)
{
  if (database_of(ral)->local_groups) {
    const struct table *t = table_of(ral, GROUPS);
    for (uint32_t i = 0; i < t->rows.n; i++) {
      push_once(names, ral->arena, ((const struct account_group *)t->rows.items[i])->name);
    }
    return true;
  }
  setgrent();
  for (const struct group *g; (g = getgrent()) != NULL;) {
    push_once(names, ral->arena, arena_str(ral->arena, str_of(g->gr_name)));
  }
  endgrent();
  return true;
}

int64_t account_uid(struct ral *ral, value v)
{
  int64_t n;
  bool number;
  if (!ral_integer(ral, v, &n, &number)) return -1;
  const struct account_user *u = number ? account_user_of(ral, n) : account_user(ral, ral_to_s(ral->arena, v));
  return u != NULL ? u->uid : -1;
}

int64_t account_gid(struct ral *ral, value v)
{
  int64_t n;
  bool number;
  if (!ral_integer(ral, v, &n, &number)) return -1;
  const struct account_group *g = number ? account_group_of(ral, n) : account_group(ral, ral_to_s(ral->arena, v));
  return g != NULL ? g->gid : -1;
}

bool account_has_libuser(void)
{
  return access("/usr/sbin/lgroupadd", X_OK) == 0 && access("/usr/sbin/luseradd", X_OK) == 0;
}
