/* puppetserver's configuration files: *.conf of a directory, in HOCON. config.def lists all settings: those that are
 * read, and those of puppetserver that have no effect here, each with a message about the reason. */
#ifndef FICELLE_SERVER_CONFIG_CONFIG_H
#define FICELLE_SERVER_CONFIG_CONFIG_H

#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/settings.h"
#include "base/str.h"

struct str_list {
  const str *items;
  uint32_t n;
};

/* Texts end with NUL; an empty text means that the setting is missing. */
struct server_config {
  struct arena *arena;
  /* webserver */
  str host, ssl_host;     /* addresses */
  int64_t port, ssl_port; /* 0: none */
  bool has_port, has_ssl_port;
  str ssl_cert, ssl_key, ssl_ca_cert, ssl_cert_chain, ssl_crl_path;
  struct str_list ssl_protocols, cipher_suites;
  str client_auth; /* want, need, none */
  int64_t idle_timeout_ms, shutdown_timeout_s, body_limit;
  bool gzip;
  /* jruby-puppet */
  str conf_dir, code_dir, var_dir, run_dir, log_dir;
  int64_t instances;             /* workers; 0: one for each processor */
  int64_t requests_per_instance; /* 0: no limit */
  int64_t queued_requests;       /* 0: no limit */
  int64_t retry_delay_s, borrow_timeout_ms;
  bool class_cache;
  /* versioned-code */
  str code_id_command, code_content_command;
  /* bolt */
  str projects_dir;
  struct str_list builtin_content; /* directories of modules */
  /* certificate-authority */
  bool allow_subject_alt_names, allow_authorization_extensions, enable_infra_crl, allow_auto_renewal;
  str auto_renewal_cert_ttl;
  /* metrics */
  str metrics_server_id;
  bool jolokia;
  /* auth.conf */
  const struct hash *authorization; /* NULL if the section does not exist */
  str authorization_file;
  const struct hocon_node *authorization_tree; /* as written, for line numbers */
};

/* The line of the n-th rule of auth.conf. */
uint32_t config_rule_line(const struct server_config *c, uint32_t n);

/* Reads all *.conf of the directory, in the order of their names; a missing directory has no files. NULL with lines
 * "FILE:LINE: …" in `why`. Settings without effect are logged, as a warning or at level info. */
struct server_config *config_read(const char *directory, struct buf *why);
/* The same for one text, for tests; `name` is the file name in messages. */
struct server_config *config_read_text(str text, const char *name, struct buf *why);
void config_free(struct server_config *c);
/* Makes directories of the files the defaults of the settings; the command line and puppet.conf override them. */
void config_apply(const struct server_config *c, struct settings *s);

#endif
