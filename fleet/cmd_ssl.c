/* `ficelle ssl`: keys and certificates of this host. */
#include <openssl/x509v3.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "fleet/commands.h"
#include "fleet/ssl_files.h"

struct job {
  struct cli *cli;
  struct settings *settings;
  struct arena *arena;
  struct session session;
  bool localca;
};

/* Logs an error with the text of Puppet's program. Returns the exit status. */
static int fail(struct job *j, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int fail(struct job *j, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(j->arena, fmt, ap);
  va_end(ap);
  log_error(&log_agent, NULL, NULL, "Could not run: %.*s", STR_FMT(text));
  return 1;
}

static int fail_wrapped(struct job *j, const char *what, str why)
{
  return fail(j, "%s: %.*s\nWrapped exception:\n%.*s", what, STR_FMT(why), STR_FMT(why));
}

static const char *name_of(struct job *j) { return settings_strz(j->settings, SETTING_certname); }

/* --- submit_request, generate_request, download_cert --- */

static int authorities(struct job *j)
{
  struct session_error error;
  const enum machine_end end = machine_run(&j->session, settings_int(j->settings, SETTING_waitforcert), true, &error);
  if (end == MACHINE_FAILED) return fail(j, "%.*s", STR_FMT(session_error_text(j->arena, &error)));
  return end == MACHINE_DONE ? CLI_GO : 1;
}

static EVP_PKEY *key_of(struct job *j, str *why)
{
  EVP_PKEY *key = ssl_load_key(j->arena, j->settings, why);
  return key != NULL || why->n > 0 ? key : ssl_make_key(j->arena, j->settings, "SSL key", why);
}

static int submit(struct job *j)
{
  struct http_answer answer;
  struct session_error error;
  str why;
  EVP_PKEY *key = key_of(j, &why);
  X509_REQ *request = key != NULL ? ssl_make_request(j->arena, j->settings, key, &why) : NULL;
  if (request == NULL) return fail_wrapped(j, "Failed to submit certificate request", why);
  const long status = ssl_send_request(&j->session, j->arena, request, &answer, &error);
  if (status == 0)
    return fail(j, "Failed to submit certificate request: %.*s", STR_FMT(session_error_text(j->arena, &error)));
  const str url = session_url(&j->session, j->arena, SESSION_CA);
  if (status == 400) {
    return fail(j, "Could not submit certificate request for '%s' to %.*s due to a conflict on the server", name_of(j),
                STR_FMT(url));
  }
  if (status / 100 != 2) return fail_wrapped(j, "Failed to submit certificate request", answer.reason);
  if (!ssl_save(j->settings, SETTING_hostcsr, pki_request_pem(j->arena, request), &why)) {
    return fail_wrapped(j, "Failed to submit certificate request", why);
  }
  log_notice(&log_agent, "Submitted certificate request for '%s' to %.*s", name_of(j), STR_FMT(url));
  return CLI_GO;
}

static bool keep_certificate(struct job *j, str pem, str *why)
{
  struct ptrvec trusted = {0}, lists = {0};
  struct pki_verdict verdict;
  str text;
  X509 *c = pki_certificate_read(j->arena, pem, why);
  if (c == NULL) return false;
  log_notice(&log_agent, "Downloaded certificate '%s' with fingerprint (SHA256) %.*s", name_of(j),
             STR_FMT(ssl_digest(j->arena, "sha256", pki_certificate_bytes(j->arena, c))));
  EVP_PKEY *key = ssl_load_key(j->arena, j->settings, why);
  if (key == NULL) {
    if (why->n == 0) *why = STR("Private key is missing");
    return false;
  }
  if (!ssl_load(j->arena, j->settings, SETTING_localcacert, &text, why) ||
      !pki_certificates_read(j->arena, text, &trusted, why))
    return false;
  if (pki_revocation_of(j->settings) != PKI_REVOCATION_OFF &&
      (!ssl_load(j->arena, j->settings, SETTING_hostcrl, &text, why) || !pki_crls_read(j->arena, text, &lists, why)))
    return false;
  return ssl_verify(j->arena, j->settings, &trusted, &lists, key, c, &verdict, why) &&
         ssl_save(j->settings, SETTING_hostcert, pki_certificate_pem(j->arena, c), why);
}

/* *there: the certificate exists. */
static int download(struct job *j, bool *there)
{
  struct http_answer answer;
  struct session_error error;
  str why;
  const str path = arena_printf(j->arena, "/certificate/%s", name_of(j));
  *there = false;
  if (!pki_check_certname(j->arena, j->settings, &why)) return fail_wrapped(j, "Failed to download certificate", why);
  const long status = ssl_fetch(&j->session, j->arena, path, NULL, &answer, &error);
  if (status == 0)
    return fail(j, "Failed to download certificate: %.*s", STR_FMT(session_error_text(j->arena, &error)));
  log_info(&log_agent, "Downloading certificate '%s' from %.*s", name_of(j),
           STR_FMT(session_url(&j->session, j->arena, SESSION_CA)));
  if (status == 404) return CLI_GO;
  if (status / 100 != 2) return fail_wrapped(j, "Failed to download certificate", answer.reason);
  if (!keep_certificate(j, answer.body, &why)) return fail_wrapped(j, "Failed to download certificate", why);
  unlink(settings_strz(j->settings, SETTING_hostcsr));
  *there = true;
  return CLI_GO;
}

static int submit_request(struct job *j)
{
  bool there;
  int status = authorities(j);
  if (status == CLI_GO) status = submit(j);
  if (status == CLI_GO) status = download(j, &there);
  if (status != CLI_GO) return status;
  if (!there) log_info(&log_agent, "The certificate for '%s' has not yet been signed", name_of(j));
  return 0;
}

static int generate_request(struct job *j)
{
  str why;
  ssl_make_directories(j->settings);
  EVP_PKEY *key = key_of(j, &why);
  X509_REQ *request = key != NULL ? ssl_make_request(j->arena, j->settings, key, &why) : NULL;
  if (request == NULL || !ssl_save(j->settings, SETTING_hostcsr, pki_request_pem(j->arena, request), &why)) {
    return fail_wrapped(j, "Failed to generate certificate request", why);
  }
  log_notice(&log_agent, "Generated certificate request in '%s'", settings_strz(j->settings, SETTING_hostcsr));
  return 0;
}

static int download_cert(struct job *j)
{
  bool there;
  int status = authorities(j);
  if (status == CLI_GO) status = download(j, &there);
  if (status != CLI_GO) return status;
  return there ? 0 : fail(j, "The certificate for '%s' has not yet been signed", name_of(j));
}

static int bootstrap(struct job *j)
{
  struct session_error error;
  if (log_get_level() > LOG_LEVEL_INFO) log_set_level(LOG_LEVEL_INFO);
  const enum machine_end end = machine_run(&j->session, settings_int(j->settings, SETTING_waitforcert), false, &error);
  if (end == MACHINE_FAILED) return fail(j, "%.*s", STR_FMT(session_error_text(j->arena, &error)));
  if (end == MACHINE_EXIT) return 1;
  log_notice(&log_agent, "Completed SSL initialization");
  return 0;
}

/* --- verify, show, clean --- */

static int verify(struct job *j)
{
  struct pki_host host;
  str why;
  if (!pki_host_read(j->arena, j->settings, &host, &why)) return fail(j, "%.*s", STR_FMT(why));
  if (host.verdict.warning) log_warning(&log_agent, "%.*s", STR_FMT(host.verdict.message));
  for (uint32_t i = host.verdict.chain.n; i-- > 0;) {
    X509 *c = host.verdict.chain.items[i];
    log_notice(&log_agent, "Verified %s certificate '%.*s' fingerprint (SHA256) %.*s", i == 0 ? "client" : "CA",
               STR_FMT(pki_name_text(j->arena, X509_get_subject_name(c))),
               STR_FMT(ssl_digest(j->arena, "sha256", pki_certificate_bytes(j->arena, c))));
  }
  return 0;
}

static int show(struct job *j)
{
  struct pki_host host;
  str why;
  if (!pki_host_read(j->arena, j->settings, &host, &why)) return fail(j, "%.*s", STR_FMT(why));
  BIO *out = BIO_new(BIO_s_mem());
  char *text = NULL;
  X509_print(out, host.certificate);
  const long n = BIO_get_mem_data(out, &text);
  printf("%.*s\n", (int)n, text);
  BIO_free(out);
  return 0;
}

/* Checks that the authority has no certificate any more, because it would refuse one for the next key. */
static int check_cleaned(struct job *j)
{
  struct http_answer answer;
  struct session_error error;
  const char *name = name_of(j);
  if (!str_eq(str_of(name), settings_str(j->settings, SETTING_ca_server))) return CLI_GO;
  const long status = authorities(j) == CLI_GO
                        ? ssl_fetch(&j->session, j->arena, arena_printf(j->arena, "/certificate/%s", name), NULL,
                                    &answer, &error)
                        : 0;
  if (status == 404) return CLI_GO;
  if (status / 100 != 2)
    return fail(j, "Failed to connect to the CA to determine if certificate %s has been cleaned", name);
  return fail(
    j,
    "The certificate %s must be cleaned from the CA first. To fix this,\nrun the following commands on the CA:\n"
    "  puppetserver ca clean --certname %s\n  puppet ssl clean\n",
    name, name);
}

static int clean(struct job *j)
{
  static const struct {
    const char *what;
    enum setting_id id;
    bool authority;
  } all[] = {{"private key", SETTING_hostprivkey, false},
             {"public key", SETTING_hostpubkey, false},
             {"certificate request", SETTING_hostcsr, false},
             {"certificate", SETTING_hostcert, false},
             {"private key password file", SETTING_passfile, false},
             {"local CA certificate", SETTING_localcacert, true},
             {"local CRL", SETTING_hostcrl, true}};
  const int status = check_cleaned(j);
  if (status != CLI_GO) return status;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const char *path = settings_strz(j->settings, all[i].id);
    if ((all[i].authority && !j->localca) || access(path, F_OK) != 0) continue;
    if (unlink(path) != 0) return fail(j, "Could not remove %s", path);
    log_notice(&log_agent, "Removed %s %s", all[i].what, path);
  }
  return 0;
}

/* --- the command --- */

static const struct {
  const char *name;
  int (*run)(struct job *j);
} actions[] = {{"submit_request", submit_request},
               {"generate_request", generate_request},
               {"download_cert", download_cert},
               {"verify", verify},
               {"clean", clean},
               {"bootstrap", bootstrap},
               {"show", show}};

static int run_action(struct job *j, const char *name)
{
  for (size_t i = 0; i < CLI_COUNT(actions); i++) {
    if (strcmp(name, actions[i].name) == 0) return actions[i].run(j);
  }
  return fail(j, "Unknown action '%s'", name);
}

/* Uses the files of a device, which are below $devicedir. */
static int set_target(struct cli *cli, const char *target)
{
  struct buf error = BUF_HEAP, directory = BUF_HEAP;
  settings_set(cli->settings, SETTING_certname, str_of(target), &error);
  buf_printf(&directory, "%s/%s", settings_strz(cli->settings, SETTING_devicedir), target);
  settings_set(cli->settings, SETTING_confdir, buf_view(&directory), &error);
  settings_set(cli->settings, SETTING_vardir, buf_view(&directory), &error);
  const bool ok = settings_check(cli->settings, &error);
  const int status = ok ? CLI_GO : cli_error("Could not run: %.*s", STR_FMT(buf_view(&error)));
  buf_free(&error);
  buf_free(&directory);
  return status;
}

int cmd_ssl(struct cli *cli, int argc, char **argv)
{
  struct job j = {.cli = cli};
  const char *target = NULL;
  const struct cli_option options[] = {
    {"target", 0, CLI_STRING, &target, "CERTNAME", "use the files of this device instead of the host's"},
    {"localca", 0, CLI_FLAG, &j.localca, NULL, "clean: the authorities' certificates and the revocation lists, too"},
  };
  const struct cli_usage usage = {
    "ficelle ssl ACTION [--localca] [--target CERTNAME] [--SETTING VALUE]",
    "Manages the key and certificates of this host.\n"
    "\n"
    "  bootstrap         does all steps: key, request, certificate; waits for the signature\n"
    "  generate_request  creates a key, if it is missing, and a certificate request, in a file\n"
    "  submit_request    the same, and sends the request\n"
    "  download_cert     downloads the certificate if it is signed\n"
    "  verify            checks that key and certificate match and that the authority signed them\n"
    "  show              prints the certificate\n"
    "  clean             removes key, request and certificate",
    options, CLI_COUNT(options), SETTINGS_AGENT};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (target != NULL && (status = set_target(cli, target)) != CLI_GO) return status;
  j.settings = cli->settings;
  j.arena = arena_new();
  log_context_set("node", name_of(&j));
  session_begin(&j.session, cli->settings, NULL);
  status = argc > 1 ? run_action(&j, argv[1]) : fail(&j, "An action must be specified.");
  session_end(&j.session);
  arena_free(j.arena);
  return cli_finish(status);
}
