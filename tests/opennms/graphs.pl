#!/usr/bin/perl
# Checks OpenNMS graph definitions against the data collection, and renders every graph with rrdtool.
#
#   graphs.pl PROPERTIES DATACOLLECTION OUTDIR POLL POLL...
#
# A poll is a file of lines "ALIAS INSTANCE VALUE" (INSTANCE "0" for values of the node), as poll.pl prints it; two or
# more are needed. They go into RRDs as if they were 300 s apart; a graph of a resource type is drawn for one instance. The rate that
# rrdtool reads back from every counter must be the difference of the last two polls divided by 300.
use strict;
use warnings;

my ($properties, $collection, $out, @poll_files) = @ARGV;
die "usage: graphs.pl PROPERTIES DATACOLLECTION OUTDIR POLL POLL...\n" unless @poll_files >= 2;
my @problems;
sub problem { push @problems, join '', @_ }

sub load_properties {
  my ($file) = @_;
  open my $fh, '<', $file or die "$file: $!\n";
  my (%p, $line);
  $line = '';
  while (<$fh>) {
    s/\r?\n$//;
    s/^\s+//;
    next if $line eq '' && /^(?:[#!].*)?$/;
    if (/(\\+)$/ && length($1) % 2) { $line .= substr $_, 0, -1; next }
    $line .= $_;
    my ($key, $value) = $line =~ /^((?:\\.|[^=:\s\\])+)\s*[=:]?\s*(.*)$/ or problem("$file: bad line: $line");
    $value =~ s/\\(u[0-9a-fA-F]{4}|.)/$1 eq 'n' ? "\n" : $1 eq 't' ? "\t" : length $1 > 1 ? chr hex substr $1, 1 : $1/ge;
    problem("$file: $key is defined twice") if exists $p{$key};
    $p{$key} = $value;
    $line = '';
  }
  return %p;
}

sub load_collection {
  my ($file) = @_;
  open my $fh, '<', $file or die "$file: $!\n";
  my %alias;
  while (<$fh>) {
    next unless /<mibObj (.*?)\/>/;
    my %a = $1 =~ /(\w+)="([^"]*)"/g;
    problem("alias $a{alias} has more than 19 characters") if length $a{alias} > 19;
    problem("alias $a{alias} is not [A-Za-z0-9_]") if $a{alias} !~ /^\w+$/;
    problem("alias $a{alias} is used twice") if exists $alias{$a{alias}};
    problem("type $a{type} of $a{alias} is unknown to OpenNMS")
      unless $a{type} =~ /^(?:counter|gauge|timeticks|integer|octetstring)(?:32|64)?$|^string$/i;
    $alias{$a{alias}} = { type => lc $a{type}, resource => $a{instance} =~ /^\d+$/ ? 'nodeSnmp' : $a{instance} };
  }
  return %alias;
}

sub load_poll {
  my ($file) = @_;
  open my $fh, '<', $file or die "$file: $!\n";
  my %v;
  while (<$fh>) { chomp; my ($alias, $instance, $value) = split / /, $_, 3; $v{$alias}{$instance} = $value }
  return %v;
}

my %p = load_properties($properties);
my %alias = load_collection($collection);
my @polls = map { +{ load_poll($_) } } @poll_files;
my ($before, $last) = @polls[-2, -1];
my $now = 1_700_006_400;    # midnight of some day
my %rrd;
my $counters = 0;

sub rrdtool {
  my @command = @_;
  my $pid = open(my $fh, '-|') // die "fork: $!\n";
  if ($pid == 0) { open STDERR, '>&', \*STDOUT; exec 'rrdtool', @command or exit 127 }
  my $text = do { local $/; <$fh> } // '';
  close $fh;
  return ($? == 0, $text);
}

# The instance that is drawn of a resource type: the first that the last two polls have.
sub instance_of {
  my ($resource, @columns) = @_;
  return '0' if $resource eq 'nodeSnmp';
  for my $i (sort keys %{ $before->{$columns[0]} || {} }) { return $i if exists $last->{$columns[0]}{$i} }
  return undef;
}

sub rrd_for {
  my ($column, $instance) = @_;
  my $file = "$out/$column.rrd";
  return $file if $rrd{$file}++;
  my $counter = $alias{$column}{type} =~ /^counter/;
  my ($ok, $text) = rrdtool('create', $file, '--start', $now - 300 * @polls - 300, '--step', 300,
    "DS:$column:" . ($counter ? 'COUNTER' : 'GAUGE') . ':600:0:U', 'RRA:AVERAGE:0.5:1:600', 'RRA:MIN:0.5:1:600', 'RRA:MAX:0.5:1:600');
  problem("$column: rrdtool create: $text") unless $ok;
  my ($v1, $v2) = ($before->{$column}{$instance}, $last->{$column}{$instance});
  return $file unless defined $v1 && defined $v2;    # a percentile without samples has no instance
  my @updates = map { ($now - 300 * ($#polls - $_)) . ':' . ($polls[$_]{$column}{$instance} // 'U') } 0 .. $#polls;
  ($ok, $text) = rrdtool('update', $file, @updates);
  problem("$column: rrdtool update: $text") unless $ok;
  if ($counter) {
    ($ok, $text) = rrdtool('fetch', $file, 'AVERAGE', '--start', $now - 300, '--end', $now - 1);
    my ($rate) = $text =~ /^$now:\s*(\S+)/m;
    my $want = ($v2 - $v1) / 300;
    if (!defined $rate || $rate =~ /nan/i || abs($rate - $want) > 1e-6 * (1 + abs $want)) {
      problem("$column: rrdtool reads " . ($rate // 'nothing') . ", the polls say $want");
    }
    $counters++;
  }
  return $file;
}

my @reports = grep { length } split /\s*,\s*/, $p{reports} // '';
my %listed = map { $_ => 1 } @reports;
my @defined = sort map { /^report\.(.+)\.command$/ ? $1 : () } keys %p;
problem("report $_ is listed and not defined") for grep { !exists $p{"report.$_.command"} } @reports;
my $rendered = 0;
for my $name (@defined) {
  my @columns = split /\s*,\s*/, $p{"report.$name.columns"} // '';
  my $type = $p{"report.$name.type"} // '';
  my $command = $p{"report.$name.command"};
  problem("$name is not in reports=") unless $listed{$name};
  problem("$name has no name") unless length($p{"report.$name.name"} // '');
  for my $c (@columns) {
    if (!exists $alias{$c}) { problem("$name: column $c is not collected"); next }
    problem("$name: column $c belongs to $alias{$c}{resource}, not $type") if $alias{$c}{resource} ne $type;
  }
  my %used = map { $_ => 1 } $command =~ /\{rrd(\d+)\}/g;
  problem("$name: {rrdN} used: " . join(' ', sort keys %used) . '; columns: ' . @columns)
    if join(' ', sort { $a <=> $b } keys %used) ne join(' ', 1 .. @columns);
  while ($command =~ /\{rrd(\d+)\}:([^:\s]+):/g) {
    problem("$name: {rrd$1} is $columns[$1 - 1], its data source $2") if ($columns[$1 - 1] // '') ne $2;
  }
  my $instance = instance_of($type, @columns);
  if (!defined $instance) { problem("$name: no instance of $type was polled twice"); next }
  next if grep { !exists $alias{$_} } @columns;
  for my $i (1 .. @columns) { my $f = rrd_for($columns[$i - 1], $instance); $command =~ s/\{rrd$i\}/$f/g }
  my $label = $instance eq '0' ? '' : $instance;
  $command =~ s/\{($_)\}/$label/g for split /,/, $p{"report.$name.propertiesValues"} // '';
  problem("$name: unknown {$1} in the command") if $command =~ /\{(\w+)\}/;
  my @args;
  while ($command =~ /\G\s*((?:"(?:\\.|[^"\\])*"|\\.|[^\s"\\])+)/g) {
    my $word = $1;
    $word =~ s/"((?:\\.|[^"\\])*)"/$1/g;
    push @args, $word;
  }
  my $png = "$out/$name.png";
  my ($ok, $text) = rrdtool('graph', $png, '--imgformat', 'PNG', '--width', 520, '--height', 150, '--start', $now - 300 * @polls, '--end', $now, @args);
  my $magic = '';
  if (open my $fh, '<:raw', $png) { read $fh, $magic, 8; close $fh }
  if (!$ok || $magic ne "\x89PNG\r\n\x1a\n") { problem("$name: rrdtool graph: $text"); next }
  $rendered++;
}
problem('fewer than 12 graphs') if @defined < 12;
printf "%d aliases, %d graphs, %d rendered, %d counters read back, %d problems\n", scalar keys %alias, scalar @defined,
  $rendered, $counters, scalar @problems;
print "  $_\n" for @problems;
printf "%d passed, %d failed\n", $rendered, scalar @problems;
exit(@problems ? 1 : 0);
