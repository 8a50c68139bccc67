/* Internal to `ficelle ca`. */
#ifndef FICELLE_SERVER_CA_COMMAND_H
#define FICELLE_SERVER_CA_COMMAND_H

#include "base/http.h"
#include "server/ca/internal.h"
#include "server/ca/setup.h"

/* Exit statuses of puppetserver's command. */
enum { EXIT_GOOD = 0, EXIT_BAD = 1, EXIT_PARTLY = 24 };

/* The command line. A flag that was not given is NULL. */
struct ca_arguments {
  const char *config, *certname, *subject_alt_names, *ca_name, *root_ca_name, *private_key, *cert_bundle, *crl_chain;
  const char *format, *ttl, *serial;
  bool all, ca_client, force, infracrl, expired, revoked, remove_duplicates, remove_expired, remove_entries, help;
  bool verbose;
};

struct ca_command {
  struct arena *arena;
  struct settings *settings;
  struct ca_arguments args;
  struct ca *ca;              /* of command_open */
  bool loaded;                /* `ca` has its key: the action works on the files */
  struct http_client *client; /* of command_connect */
  const struct ca_action *action;
};

typedef int ca_run_fn(struct ca_command *c);
/* Adds a line for each error in the arguments. */
typedef void ca_check_fn(struct ca_command *c, struct ptrvec *errors);
struct ca_action {
  const char *name;
  const char *flags;  /* the action's flags in addition to --help and --config: " all certname " */
  ca_check_fn *check; /* NULL: nothing to check */
  ca_run_fn *run;
  const char *summary, *usage, *about;
};
extern const struct ca_action ca_actions[];

/* Prints "Error:" and the lines on standard error. Returns EXIT_BAD. */
int command_fail(struct ca_command *c, const struct ptrvec *errors);
int command_error(struct ca_command *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void command_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void command_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Each name of a list separated by commas, as str *. */
struct ptrvec command_list(struct ca_command *c, const char *text);
/* Opens the authority; with `load` reads key and certificates, too. False after a message. */
bool command_open(struct ca_command *c, bool load);
/* Whether the server's authority runs, or may run, which a message tells. Then offline actions refuse to start. */
bool command_server_runs(struct ca_command *c);

/* --- over HTTPS: command_http.c --- */
/* False after a message: the files of this host are missing. */
/* False after a message "Fatal error …", if there is no answer. */

ca_run_fn run_setup, run_import, run_enable, run_migrate, run_prune, run_delete, run_list, run_sign, run_revoke,
  run_clean, run_generate;
ca_check_fn check_setup, check_import, check_sign, check_revoke, check_clean, check_generate, check_delete, check_prune;

#endif
