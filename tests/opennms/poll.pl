#!/usr/bin/perl
# Polls what an OpenNMS data collection file names, as collectd would, from an SNMP agent.
#
#   poll.pl [--absent] DATACOLLECTION HOST:PORT COMMUNITY >POLL
#
# Prints "ALIAS INSTANCE VALUE"; INSTANCE is 0 for values of the node, else the label column's value of that row. An
# object that does not answer, or answers with another ASN.1 type than the file states, is a problem: exit status 1.
# Percentiles (no samples), and what Ruby tells when it did not run, may have no instance: those are told on standard error and do
# not count. With --absent neither do other gauges, as those of agent runs before the first one.
use strict;
use warnings;

my $absent = @ARGV && $ARGV[0] eq '--absent' && shift;
my ($collection, $agent, $community) = @ARGV;
die "usage: poll.pl [--absent] DATACOLLECTION HOST:PORT COMMUNITY\n" unless defined $community;
my %asn1 = (counter64 => 'Counter64', gauge32 => 'Gauge32', integer32 => 'INTEGER', timeticks => 'Timeticks', string => 'STRING');
my $bad = 0;

# Everything the agent has below an OID, in one walk: full OID => [ASN.1 type, value].
sub walk {
  my ($root) = @_;
  my %all;
  open my $fh, '-|', 'snmpbulkwalk', '-v2c', '-c', $community, '-m', '', '-On', '-Oe', '-Ot', '-Cc', '-Cr50', $agent, $root
    or die "snmpbulkwalk: $!\n";
  while (<$fh>) {
    next unless /^(\.[\d.]+) = (?:(\w+(?:-\w+)?): )?(.*)$/;
    my ($oid, $type, $value) = ($1, $2 // '', $3);
    next if $value =~ /^No (?:Such|more)/;
    $type = 'Timeticks' if $type eq '' && $value =~ /^\d+$/;
    $type = 'STRING' if $type eq '' && $value eq '""';
    $value =~ s/^"(.*)"$/$1/;
    $all{$oid} = [$type, $value];
  }
  close $fh;
  return %all;
}

my (@order, %label);
open my $fh, '<', $collection or die "$collection: $!\n";
while (<$fh>) {
  $label{$1} = $2 if /<resourceType name="(\w+)".*resourceLabel="\$\{(\w+)\}"/;
  next unless /<mibObj (.*?)\/>/;
  my %a = $1 =~ /(\w+)="([^"]*)"/g;
  push @order, \%a;
}
close $fh;
# What all objects have in common is the root that is walked.
my ($root) = $order[0]{oid} =~ /^(.*)\.\d+\.\d+$/;
for my $o (@order) { die "$o->{alias} is not below $root\n" if index($o->{oid}, "$root.") != 0 }
my %all = walk($root);
my %below;
for my $o (@order) { $below{ $o->{oid} } = [] }
for my $oid (keys %all) {
  my $column = $oid;
  while ($column =~ s/\.\d+$//) {
    next unless exists $below{$column};
    push @{ $below{$column} }, [substr($oid, length($column) + 1), @{ $all{$oid} }];
    last;
  }
}
my %columns;
for my $o (@order) {
  my @rows = @{ $below{ $o->{oid} } };
  @rows = grep { $_->[0] eq $o->{instance} } @rows if $o->{instance} =~ /^\d+$/;
  if (!@rows) {
    if ($o->{alias} =~ /P\d\d|Max|^ficRuby(?:LastStart|Mem)$/) { print STDERR "$o->{alias}: no instance\n"; next }
    if ($absent && lc $o->{type} !~ /^counter/) { print STDERR "$o->{alias}: no instance\n"; next }
    print STDERR "$o->{alias} ($o->{oid}.$o->{instance}): no answer\n";
    $bad++;
  }
  for my $r (@rows) {
    my $want = $asn1{ lc $o->{type} };
    if ($r->[1] ne $want) { print STDERR "$o->{alias}.$r->[0]: stated $want, answered $r->[1]\n"; $bad++ }
    $columns{ $o->{alias} }{ $r->[0] } = $r->[2];
  }
}
for my $o (@order) {
  next if lc $o->{type} eq 'string';
  my $rows = $columns{ $o->{alias} } or next;
  for my $suffix (sort keys %$rows) {
    my $node = $o->{instance} =~ /^\d+$/;
    my $name = $node ? '0' : $columns{ $label{ $o->{instance} } }{$suffix};
    if (!defined $name) { print STDERR "$o->{alias}.$suffix: no label\n"; $bad++; next }
    print "$o->{alias} $name $rows->{$suffix}\n";
  }
}
print STDERR "$bad problems\n" if $bad;
exit($bad ? 1 : 0);
