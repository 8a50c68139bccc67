/* The actions of `ficelle ca` that send requests to the server. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "compiler/values/ruby_json.h"
#include "compiler/values/ruby_text.h"
#include "server/ca/command.h"

/* --- requests --- */
static str server_url(struct ca_command *c, const char *path)
{
  str host = settings_str(c->settings, SETTING_ca_server), port = settings_str(c->settings, SETTING_ca_port);
  return arena_printf(c->arena, "https://%.*s:%.*s/%s", STR_FMT(host), STR_FMT(port), path);
}

static bool command_connect(struct ca_command *c)
{
  static const enum setting_id needed[] = {SETTING_hostcert, SETTING_hostprivkey};
  static const char *const names[] = {"hostcert", "hostprivkey"};
  for (size_t i = 0; i < 2; i++)
    if (access(settings_strz(c->settings, needed[i]), R_OK) != 0) {
      command_warn("Fatal error when running action '%s'\n  Error: Could not find '%s' at '%s'", c->action->name,
                   names[i], settings_strz(c->settings, needed[i]));
      return false;
    }
  c->client = http_client_new(c->settings);
  return true;
}

/* Adds to the settings' options the file of authorities and, by certificate_revocation, that of revocation lists. */
static struct http_tls tls_of(struct ca_command *c, bool with_certificate)
{
  struct settings *s = c->settings;
  const str *password = with_certificate ? pki_passfile(c->arena, s) : NULL;
  enum pki_revocation mode = pki_revocation_of(s);
  return (struct http_tls){
    .authorities = settings_strz(s, SETTING_localcacert),
    .revocations = mode != PKI_REVOCATION_OFF ? settings_strz(s, SETTING_hostcrl) : NULL,
    .leaf_only = mode == PKI_REVOCATION_LEAF,
    .certificate = with_certificate ? settings_strz(s, SETTING_hostcert) : NULL,
    .key = with_certificate ? settings_strz(s, SETTING_hostprivkey) : NULL,
    .password = password != NULL ? arena_strz(c->arena, *password) : NULL,
  };
}

static void tell_no_answer(struct ca_command *c, const struct http_request *r, const struct http_failure *f)
{
  const str cause = f->cause.n > 0 ? f->cause : f->message;
  str url = r->url;
  /* puppetserver's command connects once for all names, so its message has none of them. */
  while (strcmp(r->method, "GET") != 0 && !str_ends(url, STR("/"))) url.n--;
  command_warn("Fatal error when running action '%s'\n  Error: Failed connecting to %.*s\n  Root cause: %.*s",
               c->action->name, STR_FMT(url), STR_FMT(cause));
}

static bool command_request(struct ca_command *c, const char *method, str path, str body, const char *content_type,
                            struct http_answer *answer)
{
  struct http_tls tls = tls_of(c, true);
  const char *type = arena_strz(c->arena, arena_printf(c->arena, "Content-Type: %s", content_type));
  const char *headers[] = {type, "Accept: application/json", NULL};
  struct http_request r = {.arena = c->arena,
                           .settings = c->settings,
                           .client = c->client,
                           .method = method,
                           .url = server_url(c, arena_strz(c->arena, path)),
                           .body = body,
                           .headers = headers,
                           .tls = &tls,
                           .keep = 256 << 20};
  struct http_failure failure;
  if (http_perform(&r, answer, &failure)) return true;
  tell_no_answer(c, &r, &failure);
  return false;
}

/* Whether the server may be running: only a refused connection proves that it is not. */
static bool may_run(struct ca_command *c, const struct http_request *r, const struct http_failure *f)
{
  const str cause = f->cause.n > 0 ? f->cause : f->message;
  if (f->refused == ECONNREFUSED) return false;
  if (c->args.ca_client && c->args.force) {
    command_say("Could not determine whether Puppet Server is online. Connection check failed with error: %.*s\n"
                "Continuing with certificate signing.",
                STR_FMT(cause));
    return false;
  }
  if (c->args.ca_client)
    command_say("Could not determine whether Puppet Server is online. If you are certain that the Puppetserver service "
                "is stopped, run this command again with the '--force' flag.");
  tell_no_answer(c, r, f);
  return true;
}

bool command_server_runs(struct ca_command *c)
{
  struct http_tls tls = tls_of(c, false);
  struct http_request r = {.arena = c->arena,
                           .settings = c->settings,
                           .method = "GET",
                           .url = server_url(c, "status/v1/simple/ca"),
                           .tls = &tls,
                           .keep = 1024};
  struct http_answer answer;
  struct http_failure failure;
  if (access(tls.authorities, R_OK) != 0) tls.authorities = NULL;
  if (tls.revocations != NULL && (tls.authorities == NULL || access(tls.revocations, R_OK) != 0))
    tls.revocations = NULL;
  if (!http_perform(&r, &answer, &failure)) return may_run(c, &r, &failure);
  if (!str_eqz(str_trim(answer.body), "running")) return false;
  command_warn("Puppetserver service is running. Please stop it before attempting to run this command.");
  return true;
}

static void tell_answer(const struct http_answer *answer, const char *what, str name)
{
  command_warn("Error:\n    When attempting to %s '%.*s', received%s\n      code: %ld\n      body: %.*s", what,
               STR_FMT(name), what[0] == 's' && what[1] == 'i' ? "" : ":", answer->status, STR_FMT(answer->body));
}

static str status_path(struct ca_command *c, const char *resource, str name)
{
  struct buf path = BUF_IN(c->arena);
  buf_printf(&path, "puppet-ca/v1/%s/", resource);
  http_escape(&path, name, "");
  return buf_view(&path);
}

/* --- list --- */
/* `what`: for the message if the server refuses. */
static bool get_statuses(struct ca_command *c, const char *state, const char *what, value *out)
{
  struct http_answer answer;
  str path = arena_printf(c->arena, "puppet-ca/v1/certificate_statuses/any_key%s%s", state[0] != '\0' ? "?state=" : "",
                          state),
      error;
  if (!command_connect(c) || !command_request(c, "GET", path, STR_EMPTY, "application/json", &answer)) return false;
  if (answer.status != 200) {
    command_warn("Error:\n    code: %ld\n    body: %.*s", answer.status, STR_FMT(answer.body));
    if (what != NULL) command_warn("Error while getting %s", what);
    return false;
  }
  if (ruby_json_read(c->arena, answer.body, out, &error) && out->kind == V_ARRAY) return true;
  command_error(c, "The server's answer is not a list of certificates");
  return false;
}

static bool has_name(const struct ptrvec *names, str name)
{
  for (uint32_t i = 0; i < names->n; i++)
    if (str_eq(*(str *)names->items[i], name)) return true;
  return false;
}

static const char *const states[] = {"requested", "signed", "revoked"};
static const char *const titles[] = {"Requested", "Signed", "Revoked"};

struct listing {
  struct valuevec of[3];
  struct ptrvec missing;
};

static void sort_out(struct ca_command *c, value all, const struct ptrvec *names, struct listing *l)
{
  struct ptrvec found = {0};
  for (uint32_t i = 0; i < all.array->n; i++) {
    value record = all.array->items[i];
    str *name = ARENA_NEW(c->arena, str);
    *name = value_member_text(record, "name");
    if (names->n > 0 && !has_name(names, *name)) continue;
    ptrvec_push(&found, c->arena, name);
    for (size_t k = 0; k < 3; k++)
      if (str_eqz(value_member_text(record, "state"), states[k])) valuevec_push(&l->of[k], c->arena, record);
  }
  for (uint32_t i = 0; i < names->n; i++)
    if (!has_name(&found, *(str *)names->items[i])) ptrvec_push(&l->missing, c->arena, names->items[i]);
}

static void print_record(struct ca_command *c, value record, size_t width)
{
  struct buf line = BUF_IN(c->arena);
  str name = value_member_text(record, "name");
  const value *prints = hash_get_str(record.hash, STR("fingerprints")),
              *names = hash_get_str(record.hash, STR("subject_alt_names"));
  const value *authorization = hash_get_str(record.hash, STR("authorization_extensions"));
  if (names == NULL) names = hash_get_str(record.hash, STR("dns_alt_names"));
  buf_printf(&line, "    %-*.*s (SHA256)  %.*s", (int)width + 6, STR_FMT(name),
             STR_FMT(value_member_text(prints != NULL ? *prints : VALUE_UNDEF, "SHA256")));
  if (names != NULL && names->kind == V_ARRAY && names->array->n > 0) {
    buf_z(&line, "\talt names: ");
    ruby_inspect(&line, *names);
  }
  if (authorization != NULL && authorization->kind == V_HASH && authorization->hash->n > 0) {
    buf_z(&line, "\tauthorization extensions: [");
    for (uint32_t i = 0; i < authorization->hash->n; i++) {
      buf_z(&line, i > 0 ? ", " : "");
      value_render(&line, authorization->hash->entries[i].key);
      buf_z(&line, ": ");
      value_render(&line, authorization->hash->entries[i].value);
    }
    buf_z(&line, "]");
  }
  command_say("%.*s", STR_FMT(buf_view(&line)));
}

static void print_text(struct ca_command *c, const struct listing *l)
{
  if (l->of[0].n + l->of[1].n + l->of[2].n + l->missing.n == 0) command_say("No certificates to list");
  for (size_t k = 0; k < 3; k++) {
    size_t width = 0;
    if (l->of[k].n > 0) command_say("%s Certificates:", titles[k]);
    for (uint32_t i = 0; i < l->of[k].n; i++) {
      size_t n = value_member_text(l->of[k].items[i], "name").n;
      width = n > width ? n : width;
    }
    for (uint32_t i = 0; i < l->of[k].n; i++) print_record(c, l->of[k].items[i], width);
  }
  if (l->missing.n > 0) command_say("Missing Certificates:");
  for (uint32_t i = 0; i < l->missing.n; i++) command_say("    %.*s", STR_FMT(*(str *)l->missing.items[i]));
}

static void print_json(struct ca_command *c, const struct listing *l)
{
  struct buf text = BUF_IN(c->arena);
  struct json_writer w;
  bool none = l->of[0].n + l->of[1].n + l->of[2].n + l->missing.n == 0;
  json_init(&w, &text, false);
  json_begin_object(&w);
  for (size_t k = 0; k < 3; k++) {
    if (l->of[k].n == 0 && !c->args.all && !(none && k == 0)) continue;
    json_key(&w, str_of(states[k]));
    value_write_json(&w, valuevec_array(&l->of[k], c->arena), JSON_PLAIN);
  }
  if (l->missing.n > 0) {
    json_key(&w, STR("missing"));
    json_begin_array(&w);
    for (uint32_t i = 0; i < l->missing.n; i++) json_str(&w, *(str *)l->missing.items[i]);
    json_end_array(&w);
  }
  json_end_object(&w);
  command_say("%.*s", STR_FMT(buf_view(&text)));
}

int run_list(struct ca_command *c)
{
  struct listing l = {{{0}}, {0}};
  struct ptrvec names = command_list(c, c->args.certname);
  const char *format = c->args.format != NULL ? c->args.format : "text";
  bool json = strcmp(format, "json") == 0;
  value all;
  if (!json && strcmp(format, "text") != 0)
    return command_error(c, "Unknown format flag '%s'. Valid formats are 'text', 'json'.", format);
  if (c->args.all && names.n > 0) return command_error(c, "Cannot combine use of --all and --certname.");
  bool everything = c->args.all || names.n > 0;
  if (!get_statuses(c, everything ? "" : "requested", everything ? "certificates" : "certificate requests", &all))
    return EXIT_BAD;
  sort_out(c, all, &names, &l);
  if (json) print_json(c, &l);
  else print_text(c, &l);
  return l.missing.n > 0 ? EXIT_BAD : EXIT_GOOD;
}

/* --- sign --- */
void check_sign(struct ca_command *c, struct ptrvec *errors)
{
  if (c->args.certname != NULL && c->args.all)
    ca_setup_error(errors, c->arena, "--all and --certname cannot be used together");
  else if (c->args.certname == NULL && !c->args.all) ca_setup_error(errors, c->arena, "No arguments given");
  else if (c->args.certname != NULL && strstr(c->args.certname, "--all") != NULL)
    ca_setup_error(errors, c->arena,
                   "Cannot use --all with --certname. If you actually have a certificate request for a certifcate "
                   "named --all, you need to use the HTTP API.");
}

/* The body of a request to sign; false after a message about an invalid duration. */
static bool sign_body(struct ca_command *c, str *body)
{
  static const char units[] = "smhdy";
  static const int64_t in_seconds[] = {1, 60, 3600, 86400, 31536000};
  const char *ttl = c->args.ttl;
  *body = STR("{\"desired_state\":\"signed\"}");
  if (ttl == NULL) return true;
  char *end;
  long long n = strtoll(ttl, &end, 10);
  const char *unit = *end != '\0' ? strchr(units, *end) : units;
  if (!ascii_is_digit(ttl[0]) || unit == NULL || (*end != '\0' && end[1] != '\0') || n > INT64_MAX / 31536000) {
    command_warn("Error:\n '%s' is an invalid ttl value\nValue should match regex \"^(d+)(s|m|h|d|y)?$\"", ttl);
    return false;
  }
  *body = arena_printf(c->arena, "{\"desired_state\":\"signed\",\"cert_ttl\":%" PRId64 "}",
                       (int64_t)n * in_seconds[unit - units]);
  return true;
}

static bool sign_one(struct ca_command *c, str name, str body, bool *connected)
{
  struct http_answer answer;
  *connected = command_request(c, "PUT", status_path(c, "certificate_status", name), body, "application/json", &answer);
  if (!*connected) return false;
  if (answer.status == 204) {
    command_say("Successfully signed certificate request for %.*s", STR_FMT(name));
    return true;
  }
  if (answer.status == 404) command_warn("Error:\n    Could not find certificate request for %.*s", STR_FMT(name));
  else tell_answer(&answer, "sign certificate request", name);
  return false;
}

static bool waiting_names(struct ca_command *c, struct ptrvec *names)
{
  value all;
  if (!get_statuses(c, "", NULL, &all)) return false;
  for (uint32_t i = 0; i < all.array->n; i++) {
    str *name = ARENA_NEW(c->arena, str);
    *name = value_member_text(all.array->items[i], "name");
    if (str_eqz(value_member_text(all.array->items[i], "state"), "requested")) ptrvec_push(names, c->arena, name);
  }
  return true;
}

static bool sign_names(struct ca_command *c, const struct ptrvec *names)
{
  str body;
  bool all = true, connected = true;
  if (!sign_body(c, &body)) return false;
  for (uint32_t i = 0; i < names->n && connected; i++)
    all = sign_one(c, *(str *)names->items[i], body, &connected) && all;
  return all;
}

int run_sign(struct ca_command *c)
{
  struct ptrvec names = {0};
  if (!c->args.all) {
    if (!command_connect(c)) return EXIT_BAD;
    names = command_list(c, c->args.certname);
  } else if (!waiting_names(c, &names)) {
    return EXIT_BAD;
  } else if (names.n == 0) {
    command_warn("Error:\n    No waiting certificate requests to sign");
    return EXIT_PARTLY;
  }
  return sign_names(c, &names) ? EXIT_GOOD : EXIT_BAD;
}

/* --- revoke, clean --- */
/* In order of severity. */
enum result { RESULT_GOOD, RESULT_INVALID, RESULT_NOT_FOUND, RESULT_ERROR, RESULT_NO_ANSWER };

static int exit_of(enum result r)
{
  return r == RESULT_GOOD ? EXIT_GOOD : r == RESULT_INVALID ? EXIT_PARTLY : EXIT_BAD;
}

static void check_names(struct ca_command *c, struct ptrvec *errors, const char *what)
{
  struct ptrvec names = command_list(c, c->args.certname);
  for (uint32_t i = 0; i < names.n; i++) {
    str name = *(str *)names.items[i];
    if (str_eqz(name, "--all") || str_eqz(name, "--config"))
      ca_setup_error(errors, c->arena,
                     "    Cannot manage cert named `%.*s` from the CLI, if needed use the HTTP API directly",
                     STR_FMT(name));
  }
  if (names.n == 0) ca_setup_error(errors, c->arena, "  At least one certname is required to %s", what);
}

void check_revoke(struct ca_command *c, struct ptrvec *errors) { check_names(c, errors, "revoke"); }

void check_clean(struct ca_command *c, struct ptrvec *errors) { check_names(c, errors, "clean"); }

/* `quiet`: missing certificates are not reported, for clean. */
static enum result revoke_one(struct ca_command *c, str name, bool quiet)
{
  struct http_answer answer;
  if (!command_request(c, "PUT", status_path(c, "certificate_status", name), STR("{\"desired_state\":\"revoked\"}"),
                       "application/json", &answer))
    return RESULT_NO_ANSWER;
  if (answer.status == 200 || answer.status == 204) {
    command_say("Certificate for %.*s has been revoked", STR_FMT(name));
    return RESULT_GOOD;
  }
  if (answer.status == 404) {
    if (!quiet) command_warn("Error:\n    Could not find certificate for %.*s", STR_FMT(name));
    return RESULT_NOT_FOUND;
  }
  if (answer.status == 409) {
    if (!quiet) command_warn("Error:\n    Could not revoke unsigned csr for %.*s", STR_FMT(name));
    return RESULT_INVALID;
  }
  tell_answer(&answer, "revoke certificate", name);
  return RESULT_ERROR;
}

static enum result clean_one(struct ca_command *c, str name)
{
  struct http_answer answer;
  enum result revoked = revoke_one(c, name, true);
  if (revoked >= RESULT_ERROR) return revoked;
  if (!command_request(c, "DELETE", status_path(c, "certificate_status", name), STR_EMPTY, "application/json", &answer))
    return RESULT_NO_ANSWER;
  if (answer.status == 200 || answer.status == 204) {
    command_say("Cleaned files related to %.*s", STR_FMT(name));
    return revoked == RESULT_INVALID ? RESULT_INVALID : RESULT_GOOD;
  }
  if (answer.status == 404) command_warn("Error:\n    Could not find files to clean for %.*s", STR_FMT(name));
  else tell_answer(&answer, "clean certificate", name);
  return RESULT_ERROR;
}

static int each_name(struct ca_command *c, bool clean)
{
  struct ptrvec names = command_list(c, c->args.certname);
  enum result worst = RESULT_GOOD;
  if (!command_connect(c)) return EXIT_BAD;
  for (uint32_t i = 0; i < names.n && worst != RESULT_NO_ANSWER; i++) {
    str name = *(str *)names.items[i];
    enum result r = clean ? clean_one(c, name) : revoke_one(c, name, false);
    worst = r > worst ? r : worst;
  }
  return exit_of(worst);
}

int run_revoke(struct ca_command *c) { return each_name(c, false); }

int run_clean(struct ca_command *c) { return each_name(c, true); }

/* --- generate --- */
void check_generate(struct ca_command *c, struct ptrvec *errors)
{
  struct ptrvec names = command_list(c, c->args.certname);
  if (names.n == 0) ca_setup_error(errors, c->arena, "    At least one certname is required to generate");
  for (uint32_t i = 0; i < names.n; i++) {
    str name = *(str *)names.items[i];
    bool upper = false, odd = false;
    for (size_t k = 0; k < name.n; k++) {
      upper |= ascii_is_upper(name.p[k]);
      odd |= name.p[k] < ' ' || name.p[k] > '~' || name.p[k] == '/';
    }
    if (str_eqz(name, "--all") || str_eqz(name, "--config"))
      ca_setup_error(errors, c->arena,
                     "    Cannot manage cert named `%.*s` from the CLI, if needed use the HTTP API directly",
                     STR_FMT(name));
    if (upper) ca_setup_error(errors, c->arena, "    Certificate names must be lower case");
    if (odd)
      ca_setup_error(errors, c->arena, "  Certname %.*s must not contain unprintable or non-ASCII characters",
                     STR_FMT(name));
  }
}

/* What is being generated for one name. */
struct generation {
  struct ca_command *c;
  str name, certificate, private_key, public_key, signed_copy;
  EVP_PKEY *key;
};

static str in_directory(struct ca_command *c, enum setting_id directory, str name)
{
  return arena_printf(c->arena, "%s/%.*s.pem", settings_strz(c->settings, directory), STR_FMT(name));
}

static bool no_files_yet(struct generation *g)
{
  struct ptrvec errors = {0};
  const str files[] = {g->certificate, g->private_key, g->public_key, g->signed_copy};
  for (size_t i = 0; i < 4; i++)
    if (ca_exists(g->c->arena, files[i]))
      ca_setup_error(&errors, g->c->arena, "Existing file at '%.*s'", STR_FMT(files[i]));
  if (errors.n == 0) return true;
  ca_setup_error(&errors, g->c->arena, "Please delete these files if you really want to generate a new cert for %.*s.",
                 STR_FMT(g->name));
  command_fail(g->c, &errors);
  return false;
}

static bool save(struct generation *g, str path, str text, const char *what)
{
  str error;
  if (ca_exists(g->c->arena, path)) {
    command_warn("%s %.*s.pem already exists. Please delete it if you really want to regenerate it.", what,
                 STR_FMT(g->name));
    return false;
  }
  if (!ca_write(g->c->ca, g->c->arena, path, text, 0640, &error)) {
    command_error(g->c, "%.*s", STR_FMT(error));
    return false;
  }
  command_say("Successfully saved %c%s for %.*s to %.*s", ascii_lower(what[0]), what + 1, STR_FMT(g->name),
              STR_FMT(path));
  return true;
}

static bool save_keys(struct generation *g)
{
  return save(g, g->private_key, pki_key_pem(g->c->arena, g->key, NULL), "Private key") &&
         save(g, g->public_key, pki_key_public_pem(g->c->arena, g->key), "Public key");
}

static bool begin_generation(struct ca_command *c, str name, struct generation *g)
{
  str error;
  *g = (struct generation){c,
                           name,
                           in_directory(c, SETTING_certdir, name),
                           in_directory(c, SETTING_privatekeydir, name),
                           in_directory(c, SETTING_publickeydir, name),
                           in_directory(c, SETTING_signeddir, name),
                           NULL};
  if (!no_files_yet(g)) return false;
  g->key = pki_key_make(c->arena, PKI_KEY_RSA, (unsigned)c->ca->keylength, NULL, &error);
  if (g->key == NULL) command_error(c, "%.*s", STR_FMT(error));
  return g->key != NULL;
}

/* The names of --subject-alt-names and the certname, or the certname alone. */
static str alt_names(struct ca_command *c, str name)
{
  const char *given = c->args.subject_alt_names;
  return given != NULL && given[0] != '\0'
           ? ca_setup_alt_names(c->arena, arena_printf(c->arena, "%s,DNS:%.*s", given, STR_FMT(name)))
           : arena_printf(c->arena, "DNS:%.*s", STR_FMT(name));
}

/* The server may run at the same time, so the serial number is taken before the certificate is created. */
static bool generate_client(struct generation *g)
{
  struct ca_command *c = g->c;
  struct ptrvec errors = {0};
  uint64_t serial;
  str error;
  int lock = ca_lock(c->ca, &error);
  if (lock < 0) return command_error(c, "%.*s", STR_FMT(error)) == EXIT_GOOD;
  X509 *x = NULL;
  if (!ca_next_serial(c->ca, c->arena, &serial, &error)) ca_setup_error(&errors, c->arena, "%.*s", STR_FMT(error));
  else
    x = ca_setup_client_certificate(c->ca, c->arena, c->settings, g->name, g->key, alt_names(c, g->name), serial,
                                    &errors);
  if (x != NULL && !ca_inventory_add(c->ca, c->arena, x, &error)) {
    ca_setup_error(&errors, c->arena, "%.*s", STR_FMT(error));
    x = NULL;
  }
  bool saved = x != NULL && save(g, g->certificate, pki_certificate_pem(c->arena, x), "Certificate") &&
               save(g, g->signed_copy, pki_certificate_pem(c->arena, x), "Certificate") && save_keys(g);
  ca_unlock(lock);
  if (errors.n > 0) command_fail(c, &errors);
  return saved;
}

static bool submit(struct generation *g)
{
  struct ca_command *c = g->c;
  struct pki_attributes attributes;
  struct http_answer answer;
  str error;
  if (!pki_attributes_read(c->arena, settings_str(c->settings, SETTING_csr_attributes), &attributes, &error))
    return command_error(c, "%.*s", STR_FMT(error)) == EXIT_GOOD;
  struct pki_request_wish wish = {g->name, g->key, alt_names(c, g->name), &attributes, c->ca->oids};
  X509_REQ *r = pki_request_make(c->arena, &wish, &error);
  if (r == NULL) return command_error(c, "%.*s", STR_FMT(error)) == EXIT_GOOD;
  /* Always: the server may keep the request although it refuses to sign it. */
  if (!save_keys(g)) return false;
  if (!command_request(c, "PUT", status_path(c, "certificate_request", g->name), pki_request_pem(c->arena, r),
                       "text/plain", &answer))
    return false;
  if (answer.status == 200 || answer.status == 204) {
    command_say("Successfully submitted certificate request for %.*s", STR_FMT(g->name));
    return true;
  }
  tell_answer(&answer, "submit certificate request for", g->name);
  return false;
}

/* 1: saved, 0: not signed yet, -1: failed. */
static int download(struct generation *g)
{
  struct http_answer answer;
  if (!command_request(g->c, "GET", status_path(g->c, "certificate", g->name), STR_EMPTY, "application/json", &answer))
    return -1;
  if (answer.status == 200) return save(g, g->certificate, answer.body, "Certificate") ? 1 : -1;
  if (answer.status == 404)
    command_warn("Error:\n    Signed certificate %.*s could not be found on the CA", STR_FMT(g->name));
  else tell_answer(&answer, "download certificate", g->name);
  return 0;
}

static bool generate_online(struct generation *g)
{
  struct ca_command *c = g->c;
  bool connected;
  str body;
  if (!submit(g)) return false;
  int downloaded = download(g);
  if (downloaded != 0) {
    if (downloaded > 0) command_say("Certificate for %.*s was autosigned.", STR_FMT(g->name));
    if (downloaded > 0 && c->args.ttl != NULL)
      command_warn("ttl was specified, but the CA autosigned the CSR. Unable to specify %s for %.*s", c->args.ttl,
                   STR_FMT(g->name));
    return downloaded > 0;
  }
  /* Looks for the certificate even when it was not signed, as puppetserver's command does. */
  if (sign_body(c, &body) && !sign_one(c, g->name, body, &connected) && !connected) return false;
  return download(g) > 0;
}

int run_generate(struct ca_command *c)
{
  struct ptrvec names = command_list(c, c->args.certname);
  struct generation g;
  bool all = true;
  if (!command_open(c, c->args.ca_client)) return EXIT_BAD;
  if (c->args.ca_client ? command_server_runs(c) : !command_connect(c)) return EXIT_BAD;
  for (uint32_t i = 0; i < names.n; i++) {
    bool done = begin_generation(c, *(str *)names.items[i], &g) &&
                (c->args.ca_client ? generate_client(&g) : generate_online(&g));
    all = done && all;
  }
  return all ? EXIT_GOOD : EXIT_BAD;
}
