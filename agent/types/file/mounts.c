/* Mount points of puppet:///MOUNT/PATH on a host without a server. */
#include "base/mounts.h"

#include "agent/types/file/file.h"

struct run_mounts {
  bool read;
  const struct mounts *mounts; /* NULL: only those of modules */
};

static void say(void *ctx, enum log_level level, str message) { ral_log_run(ctx, level, "%.*s", STR_FMT(message)); }

static str networking_fact(const struct ral *ral, const char *name)
{
  const value *networking = hash_get_str(ral->facts, STR("networking"));
  const struct hash *facts = networking != NULL && networking->kind == V_HASH ? networking->hash : &hash_empty;
  const value *v = hash_get_str(facts, str_of(name));
  return v != NULL ? ral_text(*v) : STR_EMPTY;
}

/* %h, %H and %d are replaced by the names of this host: without a server there is no other client. */
static struct mounts_asker this_host(struct ral *ral)
{
  return (struct mounts_asker){.arena = ral->arena,
                               .modulepath = ral->modulepath,
                               .nmodulepath = ral->nmodulepath,
                               .host = networking_fact(ral, "hostname"),
                               .domain = networking_fact(ral, "domain"),
                               .local = true,
                               .say = say,
                               .ctx = ral};
}

/* Read once for each run. An invalid file counts as empty. */
static const struct mounts *mounts_of(struct ral *ral, const struct mounts_asker *who)
{
  static const char owner[] = "mounts";
  struct run_mounts *m = ral_memory(ral, owner, sizeof *m);
  str error;
  if (m->read) return m->mounts;
  m->read = true;
  m->mounts = mounts_read(who, settings_strz(ral->settings, SETTING_fileserverconfig), &error);
  if (m->mounts == NULL) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Error parsing fileserver configuration: %.*s; using old configuration",
                STR_FMT(error));
  }
  return m->mounts;
}

bool mount_path(struct ral *ral, str name, str rest, const char **path)
{
  const struct mounts_asker who = this_host(ral);
  bool known;
  str found, error;
  *path = NULL;
  if (!mounts_find(mounts_of(ral, &who), &who, name, rest, &known, &found, &error))
    return ral_fail(ral, "%.*s", STR_FMT(error));
  if (found.n > 0) *path = arena_strz(ral->arena, found);
  return true;
}
