/* The actions of `ficelle ca` that work on the authority's files. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/ca/command.h"

/* --- setup, import --- */
void check_setup(struct ca_command *c, struct ptrvec *errors)
{
  if (c->args.certname != NULL && strchr(c->args.certname, ',') != NULL)
    ca_setup_error(errors, c->arena, "    Only one certname can be given");
}

void check_import(struct ca_command *c, struct ptrvec *errors)
{
  if (c->args.private_key == NULL || c->args.cert_bundle == NULL || c->args.crl_chain == NULL)
    ca_setup_error(errors, c->arena,
                   "    Missing required argument\n    --cert-bundle, --private-key, --crl-chain are required");
}

static str alt_names_of(struct ca_command *c)
{
  return str_of(c->args.subject_alt_names != NULL ? c->args.subject_alt_names
                                                  : settings_strz(c->settings, SETTING_dns_alt_names));
}

/* Links the older place of the directory to the newer one, for programs that use the older one. */
static void link_old_place(struct ca_command *c)
{
  str old = arena_printf(c->arena, "%s/ca", settings_strz(c->settings, SETTING_ssldir));
  const char *old_z = arena_strz(c->arena, old);
  struct stat st;
  if (!str_eqz(c->ca->cadir, "/etc/puppet/puppetserver/ca") || lstat(old_z, &st) == 0) return;
  if (symlink(arena_strz(c->arena, c->ca->cadir), old_z) == 0) ca__give(c->ca, c->arena, old);
}

static int make(struct ca_command *c, const struct ca_setup *wish, const char *what)
{
  struct ptrvec errors = {0};
  if (!command_open(c, false)) return EXIT_BAD;
  if (!ca_setup_run(c->ca, c->arena, wish, &errors)) return command_fail(c, &errors);
  link_old_place(c);
  command_say("%s succeeded. Find your files in %.*s", what, STR_FMT(c->ca->cadir));
  return EXIT_GOOD;
}

int run_setup(struct ca_command *c)
{
  struct ca_setup wish = {.settings = c->settings, .alt_names = alt_names_of(c)};
  if (c->args.root_ca_name != NULL) wish.root_name = str_of(c->args.root_ca_name);
  return make(c, &wish, "Generation");
}

int run_import(struct ca_command *c)
{
  struct ca_setup wish = {.settings = c->settings,
                          .alt_names = alt_names_of(c),
                          .key_file = str_of(c->args.private_key),
                          .bundle_file = str_of(c->args.cert_bundle),
                          .crl_file = str_of(c->args.crl_chain)};
  return make(c, &wish, "Import");
}

/* --- enable --- */
int run_enable(struct ca_command *c)
{
  struct ptrvec crls = {0};
  uint32_t own = 0;
  str error;
  if (!c->args.infracrl) return EXIT_GOOD;
  if (!command_open(c, true)) return EXIT_BAD;
  if (!ca_exists(c->arena, c->ca->infra_nodes))
    return command_error(c,
                         "  Please create an inventory file at '%.*s' with the certnames of your\n"
                         "  infrastructure nodes before proceeding with infra CRL setup!\"",
                         STR_FMT(c->ca->infra_nodes));
  if (ca_exists(c->arena, c->ca->infra_crl))
    return command_error(c,
                         "Existing file at '%.*s'\n"
                         "  If you would really like to reinitialize your infrastructure CRL, please delete\n"
                         "  the existing files and run this command again.",
                         STR_FMT(c->ca->infra_crl));
  if (!ca_crls_read(c->ca, c->arena, c->ca->cacrl, &crls, &own, &error))
    return command_error(c, "%.*s", STR_FMT(error));
  X509_CRL *empty = ca_crl_new(c->arena, c->ca->certificate, c->ca->key, c->ca->ttl, &error);
  if (empty == NULL) return command_error(c, "%.*s", STR_FMT(error));
  crls.items[own] = empty;
  if (!ca_write(c->ca, c->arena, c->ca->infra_crl, pki_crls_pem(c->arena, &crls), 0644, &error))
    return command_error(c, "%.*s", STR_FMT(error));
  command_say("Infra CRL files created.");
  return EXIT_GOOD;
}

/* --- migrate --- */
int run_migrate(struct ca_command *c)
{
  static const char new_place[] = "/etc/puppet/puppetserver/ca";
  struct stat st;
  if (!command_open(c, false) || command_server_runs(c)) return EXIT_BAD;
  const char *old = arena_strz(c->arena, c->ca->cadir);
  if (lstat(new_place, &st) == 0)
    return command_error(c,
                         "Existing file at '%s'\n"
                         "Migration will not overwrite the directory at %s. Have you already\n"
                         "run this migration tool? Is this a puppet 7 installation? It is likely that you have\n"
                         "already successfully run the migration or do not need to run it.",
                         new_place, new_place);
  if (stat(old, &st) != 0)
    return command_error(c,
                         "No CA dir found at %s. Please check the configured cadir setting in your\n"
                         "puppet.conf file and verify its contents.",
                         old);
  if (rename(old, new_place) != 0)
    return command_error(c, "Could not move %s to %s: %s", old, new_place, strerror(errno));
  if (symlink(new_place, old) != 0 || lchown(old, st.st_uid, st.st_gid) != 0)
    return command_error(c, "Could not leave a symbolic link at %s: %s", old, strerror(errno));
  command_say("CA dir successfully migrated to %s. Symlink placed at %s\n"
              "for backwards compatibility. The puppetserver can be safely restarted now.",
              new_place, old);
  return EXIT_GOOD;
}

/* --- prune --- */
struct pruning {
  struct ca_command *c;
  struct strmap unwanted; /* serial numbers in upper case without leading zeros */
  struct ptrvec names;    /* of --certname; str * */
  bool expired;
  time_t now;
};

static str bare_serial(struct arena *a, str hex)
{
  if (str_starts(hex, STR("0x")) || str_starts(hex, STR("0X"))) hex = str_from(hex, 2);
  while (hex.n > 1 && hex.p[0] == '0') hex = str_from(hex, 1);
  char *z = arena_strz(a, hex);
  for (char *p = z; *p != '\0'; p++) *p = (char)ascii_upper(*p);
  return str_of(z);
}

static void note_line(void *ctx, const struct ca_inventory_line *line)
{
  struct pruning *p = ctx;
  bool wanted = p->expired && line->not_after > 0 && line->not_after < p->now;
  for (uint32_t i = 0; i < p->names.n && !wanted; i++)
    wanted = ca__subject_is(line->subject, *(str *)p->names.items[i]);
  if (wanted) strmap_put(&p->unwanted, bare_serial(p->c->arena, line->serial), NULL);
}

static void note_certificate(struct pruning *p, str name, bool only_expired)
{
  str pem, error;
  struct arena *a = p->c->arena;
  X509 *x = ca_name_is_safe(name) && ca_read(a, ca_certificate_path(p->c->ca, a, name), &pem, &error)
              ? pki_certificate_read(a, pem, &error)
              : NULL;
  if (x != NULL && (!only_expired || pki_time(X509_get0_notAfter(x)) < p->now))
    strmap_put(&p->unwanted, bare_serial(a, pki_serial_hex(a, X509_get0_serialNumber(x))), NULL);
}

static bool find_unwanted(struct pruning *p, str *error)
{
  struct ca_command *c = p->c;
  struct ptrvec serials = command_list(c, c->args.remove_entries ? c->args.serial : NULL), files = {0};
  p->names = command_list(c, c->args.remove_entries ? c->args.certname : NULL);
  p->expired = c->args.remove_expired;
  p->now = time(NULL);
  for (uint32_t i = 0; i < serials.n; i++)
    strmap_put(&p->unwanted, bare_serial(c->arena, *(str *)serials.items[i]), NULL);
  if ((p->names.n > 0 || p->expired) && !ca_inventory_each(c->ca, c->arena, note_line, p, error)) return false;
  for (uint32_t i = 0; i < p->names.n; i++) note_certificate(p, *(str *)p->names.items[i], false);
  if (p->expired && !ca_names(c->arena, c->ca->signeddir, &files, error)) return false;
  for (uint32_t i = 0; i < files.n; i++) note_certificate(p, *(str *)files.items[i], true);
  return true;
}

struct pruned {
  uint32_t before, duplicates, entries;
};

/* A new list without the unwanted entries; NULL with a message. */
static X509_CRL *prune_list(struct pruning *p, X509_CRL *old, bool duplicates, struct pruned *n, str *error)
{
  struct ca_command *c = p->c;
  struct strmap seen;
  strmap_init(&seen, c->arena);
  STACK_OF(X509_REVOKED) *all = X509_CRL_get_REVOKED(old);
  X509_CRL *crl = ca__crl_like(c->ca, c->arena, old);
  bool good = crl != NULL;
  n->before = (uint32_t)(sk_X509_REVOKED_num(all) > 0 ? sk_X509_REVOKED_num(all) : 0);
  for (int i = 0; good && i < sk_X509_REVOKED_num(all); i++) {
    X509_REVOKED *r = sk_X509_REVOKED_value(all, i);
    bool first;
    str serial = bare_serial(c->arena, pki_serial_hex(c->arena, X509_REVOKED_get0_serialNumber(r)));
    strmap_slot(&seen, serial, &first);
    if (strmap_find(&p->unwanted, serial) != NULL) n->entries++;
    else if (duplicates && !first) n->duplicates++;
    else {
      X509_REVOKED *copy = X509_REVOKED_dup(r);
      good = copy != NULL && X509_CRL_add0_revoked(crl, copy) == 1;
    }
  }
  if (good && ca__crl_sign(c->ca, crl)) return crl;
  *error = arena_printf(c->arena, "cannot make a revocation list: %.*s", STR_FMT(pki_openssl_error(c->arena)));
  return NULL;
}

void check_prune(struct ca_command *c, struct ptrvec *errors)
{
  if (c->args.remove_entries && c->args.serial == NULL && c->args.certname == NULL)
    ca_setup_error(errors, c->arena, "--remove-entries option require --serial or --certname values");
}

static int prune_locked(struct ca_command *c)
{
  struct pruning p = {.c = c};
  struct ptrvec crls = {0};
  struct pruned n = {0};
  uint32_t own = 0;
  str error;
  strmap_init(&p.unwanted, c->arena);
  if (!ca_crls_read(c->ca, c->arena, c->ca->cacrl, &crls, &own, &error)) {
    command_warn("%.*s\nCould not identify Puppet's CRL. Aborting prune action.", STR_FMT(error));
    return EXIT_BAD;
  }
  bool duplicates = c->args.remove_duplicates || (!c->args.remove_entries && !c->args.remove_expired);
  X509_CRL *new = find_unwanted(&p, &error) ? prune_list(&p, crls.items[own], duplicates, &n, &error) : NULL;
  if (new == NULL) return command_error(c, "%.*s", STR_FMT(error));
  command_say("Total number of certificates found in Puppet's CRL is: %u.", n.before);
  if (n.duplicates + n.entries == 0) {
    command_say(c->args.remove_entries || c->args.remove_expired
                  ? "No matching revocations found in the CRL for pruning"
                  : "No duplicate revocations found in the CRL.");
    return EXIT_GOOD;
  }
  crls.items[own] = new;
  if (!ca_write(c->ca, c->arena, c->ca->cacrl, pki_crls_pem(c->arena, &crls), 0644, &error))
    return command_error(c, "%.*s", STR_FMT(error));
  if (n.duplicates > 0) command_say("Removed %u duplicated certs from Puppet's CRL.", n.duplicates);
  if (n.entries > 0) command_say("Removed %u certs from Puppet's CRL.", n.entries);
  return EXIT_GOOD;
}

static int under_lock(struct ca_command *c, int (*run)(struct ca_command *))
{
  str error;
  if (!command_open(c, true) || command_server_runs(c)) return EXIT_BAD;
  int lock = ca_lock(c->ca, &error);
  if (lock < 0) return command_error(c, "%.*s", STR_FMT(error));
  int status = run(c);
  ca_unlock(lock);
  return status;
}

int run_prune(struct ca_command *c) { return under_lock(c, prune_locked); }

/* --- delete --- */
void check_delete(struct ca_command *c, struct ptrvec *errors)
{
  const struct ca_arguments *a = &c->args;
  struct ptrvec names = command_list(c, a->certname);
  for (uint32_t i = 0; i < names.n; i++)
    if (str_starts(*(str *)names.items[i], STR("--")))
      ca_setup_error(errors, c->arena,
                     "    Cannot manage cert named `%.*s` from the CLI. If needed, use the HTTP API directly.",
                     STR_FMT(*(str *)names.items[i]));
  if (!a->expired && !a->revoked && a->certname == NULL && !a->all)
    ca_setup_error(errors, c->arena, "  Must pass one of the valid flags to determine which certs to delete");
  if (a->all && (a->expired || a->revoked || a->certname != NULL))
    ca_setup_error(errors, c->arena, "  The --all flag must not be used with --expired, --revoked, or --certname");
}

struct deletion {
  struct ca_command *c;
  X509_CRL *crl;
  uint32_t deleted;
  bool errored;
};

static void delete_one(struct deletion *d, str name, bool must_be_there)
{
  struct arena *a = d->c->arena;
  str path = ca_certificate_path(d->c->ca, a, name), error;
  bool was = false;
  if (ca_name_is_safe(name) && ca_exists(a, path)) {
    command_say("Deleting certificate at %.*s", STR_FMT(path));
    if (ca__remove(a, path, &was, &error)) d->deleted += was;
    else command_warn("%.*s", STR_FMT(error)), d->errored = true;
  } else if (must_be_there) {
    command_warn("Could not find certificate file at %.*s", STR_FMT(path));
    d->errored = true;
  }
}

/* Deletes by the contents of the files: the inventory may have several certificates of a name. */
static void delete_matching(struct deletion *d, str name)
{
  struct arena *a = d->c->arena;
  str pem, error, path = ca_certificate_path(d->c->ca, a, name);
  X509 *x = ca_read(a, path, &pem, &error) ? pki_certificate_read(a, pem, &error) : NULL;
  if (x == NULL) {
    command_warn("Error reading certificate at %.*s", STR_FMT(path));
    d->errored = true;
    return;
  }
  bool expired = d->c->args.expired && pki_time(X509_get0_notAfter(x)) < time(NULL);
  bool revoked = d->c->args.revoked && ca_crl_has(d->crl, X509_get0_serialNumber(x));
  if (d->c->args.all || expired || revoked) delete_one(d, name, true);
}

static int delete_locked(struct ca_command *c)
{
  struct deletion d = {.c = c};
  struct ptrvec crls = {0}, files = {0}, names = command_list(c, c->args.certname);
  uint32_t own = 0;
  str error;
  if (!ca_crls_read(c->ca, c->arena, c->ca->cacrl, &crls, &own, &error)) {
    command_warn("%.*s\nCould not identify Puppet's CRL. Aborting delete action.", STR_FMT(error));
    return EXIT_BAD;
  }
  d.crl = crls.items[own];
  bool some = c->args.all || c->args.expired || c->args.revoked;
  if (some && !ca_names(c->arena, c->ca->signeddir, &files, &error)) return command_error(c, "%.*s", STR_FMT(error));
  for (uint32_t i = 0; i < files.n; i++) delete_matching(&d, *(str *)files.items[i]);
  for (uint32_t i = 0; i < names.n; i++) delete_one(&d, *(str *)names.items[i], true);
  command_say("%u certificate%s deleted.", d.deleted, d.deleted == 1 ? "" : "s");
  return d.errored ? EXIT_PARTLY : EXIT_GOOD;
}

int run_delete(struct ca_command *c) { return under_lock(c, delete_locked); }
