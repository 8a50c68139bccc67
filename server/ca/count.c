/* Counting for the statistics. */
#include "server/ca/count.h"

#include "base/log.h"

bool ca_count(struct server_stats *s, struct ca *ca)
{
  const struct ca_done d = ca->done;
  ca->done = (struct ca_done){0};
  server_stats_add(s, STAT_ficCaRequested, d.requested);
  server_stats_add(s, STAT_ficCaRefused, d.refused);
  server_stats_add(s, STAT_ficCaSigned, d.issued);
  server_stats_add(s, STAT_ficCaRenewed, d.renewed);
  server_stats_add(s, STAT_ficCaRevoked, d.revoked);
  server_stats_add(s, STAT_ficCaOcsp, d.ocsp);
  server_stats_flush(s);
  return d.changed;
}

static void set_moment(struct server_stats *s, uint32_t id, time_t t)
{
  if (t > 0) server_stats_set(s, id, (uint64_t)t * 1000000);
  else server_stats_forget(s, id);
}

void ca_count_gauges(struct server_stats *s, struct ca *ca)
{
  struct arena *a = arena_new();
  struct ca_numbers n;
  str error;
  if (ca_numbers(ca, a, &n, &error)) {
    server_stats_set(s, STAT_ficCaPending, n.pending);
    server_stats_set(s, STAT_ficCaValid, n.valid);
    server_stats_set(s, STAT_ficCaExpiring, n.expiring);
    server_stats_set(s, STAT_ficCaCrlSize, n.revoked);
    set_moment(s, STAT_ficCaUntil, n.certificate_until);
    set_moment(s, STAT_ficCaCrlUntil, n.crl_until);
    server_stats_flush(s);
  } else {
    log_error(&log_server_ca, "CA_NUMBERS", NULL, "%.*s", STR_FMT(error));
  }
  arena_free(a);
}
