#!/usr/bin/perl
# compare-speed.pl PUPPET FICELLE: lines {"id":…,"ok":…,"cpu":…,"warm":…}. Prints how many times less processor time the
# cases took that compiled with both: compilations in a new environment (files read, code in Ruby loaded), and in the
# same again. SLOW=N shows the N cases with the smallest factors.
use strict;
use warnings;

my ($theirs, $ours) = map { read_times($_) } @ARGV;
my @ids = grep { $ours->{$_} } sort keys %$theirs;
report('compilations in new environments', 'cpu');
report('repeated compilations', 'warm');

# The times of each case that compiled; they stand before the catalog.
sub read_times {
  my ($path) = @_;
  my %times;
  open my $in, '<', $path or die "$path: $!\n";
  while (my $line = <$in>) {
    my ($id) = $line =~ /^\{"id":"((?:[^"\\]|\\.)*)"/ or next;
    my $head = substr $line, 0, 200 + length $id;
    $times{$id} = { map { $_ => $head =~ /"$_":([\d.e-]+)/ ? $1 : 0 } qw(cpu warm) } if $head =~ /"ok":true/;
  }
  return \%times;
}

sub report {
  my ($what, $kind) = @_;
  my @ids = grep { $theirs->{$_}{$kind} > 0 } @ids;
  return if !@ids;
  my ($puppet, $ficelle, %factor) = (0, 0);
  for my $id (@ids) {
    my ($x, $y) = ($theirs->{$id}{$kind}, $ours->{$id}{$kind} || 1e-6);
    $factor{$id} = $x / $y;
    $puppet += $x;
    $ficelle += $y;
  }
  my @sorted = sort { $factor{$a} <=> $factor{$b} } @ids;
  printf "%d %s: median %.0f times faster, 10th percentile %.0f, 90th %.0f, sum %.1f s and %.2f s (%.0f times)\n",
      scalar @ids, $what, (map { $factor{ $sorted[$_ * $#sorted] } } 0.5, 0.1, 0.9), $puppet, $ficelle,
      $puppet / $ficelle;
  my $shown = $ENV{SLOW} || 0;
  for my $id (@sorted[0 .. ($shown < @sorted ? $shown : @sorted) - 1]) {
    my @ms = map { $_->{$id}{$kind} * 1000 } $theirs, $ours;
    printf "  %7.1f times: %8.1f ms and %7.1f ms: %s\n", $factor{$id}, @ms, $id;
  }
}
