/* The command line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "load/load.h"

static const char description[] =
  "Requests catalogs from a server like many agents at the same time, and prints how the server performs.\n"
  "Each client takes the next node, requests its catalog (with --runs: makes a complete agent run: node,\n"
  "metadata of plug-ins, catalog, metadata of its files, report; the first run of a node also reads the\n"
  "contents of its files), waits, and repeats this.\n"
  "\n"
  "The server is given by the settings server and serverport. Certificate, key and authority are those of\n"
  "this host (settings hostcert, hostprivkey, localcacert), if they exist; auth.conf must allow that\n"
  "certificate to request the nodes' catalogs. Without an authority, the server is not verified.\n"
  "\n"
  "SIGINT ends the test; the results until then are printed. With JSON files as arguments, and --draw, no\n"
  "requests are made: the results in these files are drawn side by side.\n"
  "\n"
  "Exit status: 0 if all transactions succeeded, 1 if some failed or the test could not begin.";

/* Options of the command line. */
struct words {
  const char *concurrency, *repeat, *duration, *ramp, *think, *splay, *timeout, *nodes, *connections, *port;
};

static bool is_count(const char *text, unsigned long most, unsigned *out)
{
  char *end;
  errno = 0;
  const unsigned long n = strtoul(text, &end, 10);
  if (!ascii_is_digit(text[0]) || *end != '\0' || errno != 0 || n == 0 || n > most) {
    return false;
  }
  *out = (unsigned)n;
  return true;
}

static int read_count(const char *option, const char *text, unsigned long most, unsigned *out)
{
  if (text == NULL || is_count(text, most, out)) {
    return CLI_GO;
  }
  return cli_error("--%s: expected a whole number from 1 to %lu, not \"%s\"", option, most, text);
}

/* Seconds, with decimals; or a number with ms, s, min or h. */
static int read_time(const char *option, const char *text, double *out)
{
  static const struct {
    const char *name;
    double factor;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"min", 60}, {"m", 60}, {"h", 3600}};
  char *end;
  if (text == NULL) {
    return CLI_GO;
  }
  const double n = strtod(text, &end);
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (ascii_is_digit(text[0]) && end != text && strcmp(end, units[i].name) == 0 && n * units[i].factor <= 1e6) {
      *out = n * units[i].factor;
      return CLI_GO;
    }
  }
  return cli_error("--%s: expected a number of seconds, or one with ms, s, min or h, not \"%s\"", option, text);
}

static int read_stages(struct load_options *o, const char *text)
{
  char number[16];
  o->stage_count = 0;
  for (const char *at = text == NULL ? "1" : text; at != NULL; at = strchr(at, ',')) {
    at += *at == ',';
    const size_t n = strcspn(at, ",");
    if (n == 0 || n >= sizeof number || o->stage_count == LOAD_STAGES_MOST) {
      return cli_error("--concurrency: expected at most %d numbers from 1 to %d with commas between them, not \"%s\"",
                       LOAD_STAGES_MOST, LOAD_CLIENTS_MOST, text);
    }
    memcpy(number, at, n);
    number[n] = '\0';
    const int status = read_count("concurrency", number, LOAD_CLIENTS_MOST, &o->stages[o->stage_count++]);
    if (status != CLI_GO) {
      return status;
    }
  }
  return CLI_GO;
}

static int read_reuse(struct load_options *o, const char *text)
{
  static const char *const names[] = {
    [LOAD_REUSE_RUN] = "run", [LOAD_REUSE_NONE] = "request", [LOAD_REUSE_CLIENT] = "client"};
  for (size_t i = 0; text != NULL && i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(text, names[i]) == 0) {
      o->reuse = (enum load_reuse)i;
      return CLI_GO;
    }
  }
  return text == NULL ? CLI_GO : cli_error("--connections: expected run, request or client, not \"%s\"", text);
}

/* Files of this host are used if they exist. */
static const char *if_there(const char *path) { return access(path, R_OK) == 0 ? path : NULL; }

static int complete(struct load_options *o, struct settings *s, const struct words *w)
{
  o->server = settings_strz(s, SETTING_server);
  o->environment = settings_strz(s, SETTING_environment);
  if (o->port == 0 && !is_count(settings_strz(s, SETTING_serverport), 65535, &o->port)) {
    return cli_error("serverport: expected a number from 1 to 65535");
  }
  if ((o->certificate == NULL) != (o->key == NULL)) {
    return cli_error("--cert and --key belong together");
  }
  if (o->certificate == NULL && !o->node_certificates) {
    o->certificate = if_there(settings_strz(s, SETTING_hostcert));
    o->key = o->certificate == NULL ? NULL : settings_strz(s, SETTING_hostprivkey);
  }
  if (o->authorities == NULL) {
    o->authorities = if_there(settings_strz(s, SETTING_localcacert));
  }
  if (o->name == NULL) {
    o->name = settings_strz(s, SETTING_certname);
  }
  if (o->repeat == 0 && o->duration == 0) {
    o->repeat = 1;
  }
  if ((o->facts_file == NULL) == (o->facts_dir == NULL)) {
    return cli_error("expected one of --facts and --factsdir");
  }
  if (o->facts_dir != NULL && (w->nodes != NULL || o->name != settings_strz(s, SETTING_certname))) {
    return cli_error("--factsdir has the names of nodes; it cannot be combined with --node or --nodes");
  }
  if (o->nodes > 1 && strstr(o->name, "%d") == NULL) {
    return cli_error("--nodes: \"%s\" of --node must contain %%d for the number of the node", o->name);
  }
  return CLI_GO;
}

static int read_words(struct load_options *o, const struct words *w)
{
  int status = read_stages(o, w->concurrency);
  status = status != CLI_GO ? status : read_count("repeat", w->repeat, 1000000000, &o->repeat);
  status = status != CLI_GO ? status : read_count("nodes", w->nodes, 1000000, &o->nodes);
  status = status != CLI_GO ? status : read_count("port", w->port, 65535, &o->port);
  status = status != CLI_GO ? status : read_time("duration", w->duration, &o->duration);
  status = status != CLI_GO ? status : read_time("ramp", w->ramp, &o->ramp);
  status = status != CLI_GO ? status : read_time("think", w->think, &o->think);
  status = status != CLI_GO ? status : read_time("splay", w->splay, &o->splay);
  status = status != CLI_GO ? status : read_time("timeout", w->timeout, &o->timeout);
  return status != CLI_GO ? status : read_reuse(o, w->connections);
}

int load_options_read(struct load_options *o, struct cli *cli, int *argc, char **argv)
{
  struct words w = {0};
  *o = (struct load_options){.nodes = 1, .timeout = 180, .gzip = true};
  const struct cli_option options[] = {
    {"concurrency", 0, CLI_STRING, &w.concurrency, "N[,N...]",
     "concurrent clients (1); a list makes one stage after the other"},
    {"repeat", 0, CLI_STRING, &w.repeat, "N", "transactions of each client (1, or with --duration no limit)"},
    {"duration", 0, CLI_STRING, &w.duration, "TIME", "start no transaction of a stage after this time"},
    {"ramp", 0, CLI_STRING, &w.ramp, "TIME", "start the clients one after the other within this time"},
    {"think", 0, CLI_STRING, &w.think, "TIME", "time between two transactions of a client, varied by up to half"},
    {"splay", 0, CLI_STRING, &w.splay, "TIME", "each client waits for a random part of this time before it starts"},
    {"timeout", 0, CLI_STRING, &w.timeout, "TIME", "time limit of a transaction (180)"},
    {"runs", 0, CLI_FLAG, &o->runs, NULL, "complete agent runs, not only catalogs"},
    {"first", 0, CLI_FLAG, &o->first, NULL, "each run is the first one of its node"},
    {"node", 0, CLI_STRING, &o->name, "NAME", "name of the node (setting certname); %d in it is its number"},
    {"nodes", 0, CLI_STRING, &w.nodes, "N", "number of nodes (1)"},
    {"facts", 0, CLI_FILE, &o->facts_file, "FILE", "facts of all nodes, YAML or JSON; facts with its name follow it"},
    {"factsdir", 0, CLI_STRING, &o->facts_dir, "DIR", "a node for each file NAME.yaml or NAME.json in it"},
    {"report", 0, CLI_FILE, &o->report_file, "FILE", "the report of each run, JSON (one without changes)"},
    {"cert", 0, CLI_STRING, &o->certificate, "FILE", "certificate of the clients (setting hostcert)"},
    {"key", 0, CLI_STRING, &o->key, "FILE", "its key (setting hostprivkey)"},
    {"node-certs", 0, CLI_FLAG, &o->node_certificates, NULL, "each node has its own in certdir and privatekeydir"},
    {"ca", 0, CLI_STRING, &o->authorities, "FILE", "authorities that the server is verified by (setting localcacert)"},
    {"port", 0, CLI_STRING, &w.port, "PORT", "port of the server (setting serverport)"},
    {"connections", 0, CLI_STRING, &w.connections, "HOW", "one for each run (as agents do), request or client"},
    {"resume", 0, CLI_FLAG, &o->resume, NULL, "resume TLS sessions"},
    {"gzip", 0, CLI_FLAG, &o->gzip, NULL, "request compressed answers (as agents do; --no-gzip)"},
    {"json", 0, CLI_STRING, &o->json, "FILE", "write the results as JSON; - is standard output"},
    {"draw", 0, CLI_STRING, &o->draw, "DIR", "draw the results with gnuplot"},
    {"label", 0, CLI_STRING, &o->label, "TEXT", "name of the results in drawings"},
    {"quiet", 'q', CLI_FLAG, &o->quiet, NULL, "print nothing but errors"},
  };
  const struct cli_usage usage = {
    "ficelle load --facts FILE|--factsdir DIR [OPTION ...]\n       ficelle load --draw DIR FILE.json ...", description,
    options, CLI_COUNT(options), SETTINGS_AGENT};
  int status = cli_begin(cli, &usage, argc, argv);
  if (status != CLI_GO) {
    return status;
  }
  if (*argc > 1) {
    return o->draw != NULL ? CLI_GO : cli_error("expected --draw DIR with files of results");
  }
  status = read_words(o, &w);
  return status != CLI_GO ? status : complete(o, cli->settings, &w);
}
