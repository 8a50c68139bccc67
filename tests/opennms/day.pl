#!/usr/bin/perl
# Invents a day of load, for looking at the graphs: 288 polls as poll.pl prints them.
#
#   day.pl DATACOLLECTION OUTDIR      writes OUTDIR/poll001 .. OUTDIR/poll288
#
# 400 nodes run every half hour and have their catalogs compiled. At 02:10 a data back end becomes slow for an hour; at 10:30 a
# change that fails for some nodes is deployed and taken back at 11:20; at 15:00 a change is made everywhere, and a package that it wants cannot
# be installed on some nodes until 16:30; from 19:00 to 21:00 the hosts of a rack are off. The numbers are the same each time.
use strict;
use warnings;

my ($collection, $out) = @ARGV;
die "usage: day.pl DATACOLLECTION OUTDIR\n" unless defined $out;
open my $in, '<', $collection or die "$collection: $!\n";
my @objects;
while (<$in>) {
  next unless /<mibObj (.*?)\/>/;
  my %a = $1 =~ /(\w+)="([^"]*)"/g;
  push @objects, \%a if lc $a{type} ne 'string';
}
close $in;

my $seed = 42;
sub noise { $seed = ($seed * 1103515245 + 12345) & 0x7fffffff; return $seed / 0x7fffffff }
sub around { my ($mean, $spread) = @_; return $mean * (1 + $spread * (noise() + noise() - 1)) }

# Values of the host: %v are counters that add up and gauges that are set. A name may end in the number of a row.
my %v;
my %phase = (1 => 0.01, 2 => 0.01, 3 => 0.005, 4 => 0.04, 5 => 0.17, 6 => 0.08, 7 => 0.25, 8 => 0.005, 9 => 0.08, 10 => 0.002,
  11 => 0.01, 12 => 0.02, 13 => 0.07, 14 => 0.06, 15 => 0.13, 16 => 0.05);
my %kind = (1 => 30, 2 => 0.4, 3 => 14, 4 => 3, 5 => 6, 7 => 0.6);
my %way = (1 => 9, 2 => 21, 3 => 3);
my @cause = qw(Missing Evaluation Lookup Syntax Duplicate);

sub spread_over {    # a histogram: shares of a count up to each 1-2-5 bound, for times around a median in microseconds
  my ($metric, $count, $median) = @_;
  my $bound = 100;
  for my $b (1 .. 20) {
    my $share = $b == 20 ? 1 : 1 / (1 + ($median / $bound)**2.2);
    $v{"ficHist${metric}Le$b"} += int($count * $share + 0.5);
    $bound *= $b % 3 == 2 ? 2.5 : 2;
  }
}

# Seconds of an agent run by phase, as they are when nothing is wrong.
my %step = (1 => 0.9, 2 => 0.12, 3 => 1.3, 4 => 2.4, 6 => 0.5, 7 => 5.2, 8 => 0.3);

# Returns how many, the median time, and the share of runs that change something.
sub agent_runs {
  my ($n, $hour, $compiled, $failed, $slow, $broken, $compile) = @_;
  my $rolled = $hour >= 15 && $hour < 15.5 ? 1 : 0;
  my $wanting = $hour >= 15 && $hour < 16.5 ? 1 : 0;
  my $off = $hour >= 19 && $hour < 21 ? 1 : 0;
  my $runs = $off ? int $compiled * 0.92 : $compiled;
  my %s = (%step, 5 => 1.1 + $compile / 1e6);
  $s{7} *= $rolled ? 4 : 1;
  $s{$_} = around($s{$_}, 0.08) for sort keys %s;
  my $run = 0;
  $run += $_ for values %s;
  my $changing = $rolled ? 0.95 : 0.06 + 0.03 * sin($hour / 3);
  my $bad = $wanting ? int around(4, 0.4) : noise() < 0.05 ? 1 : 0;
  my $cached = $failed > 1 ? int $failed / 2 : 0;
  $v{ficRunTotal} += $runs;
  $v{ficRunFailed} += $bad + $failed - $cached;
  $v{ficRunNoCatalog} += $failed - $cached;
  $v{ficRunChanged} += int $runs * $changing;
  $v{ficRunNoop} += int $runs * 0.05;
  $v{ficRunCached} += $cached;
  $v{ficRunSkipped} += $hour > 8 && $hour < 9 ? 3 : 0;
  $v{ficRunTimeSum} += $runs * $run * 1.15e6;
  $v{ficResTotal} += $runs * 640;
  $v{ficResChanged} += my $changed = int $runs * $changing * ($rolled ? 5 : 2);
  $v{ficResOutOfSync} += $changed + int $runs * 0.1;
  $v{ficResFailed} += $bad;
  $v{ficResSkipped} += $bad * 3;
  $v{ficResRestarted} += int $changed / 4;
  @v{qw(ficRunWinSecs ficRunWinCount)} = (3600, around(800, 0.03));
  @v{qw(ficRunP50 ficRunP95 ficRunMax ficRunLastTime)} = map { around($run * 1e6 * $_, 0.06) } 1, 1.9, 3.4, 1;
  $v{ficRunFailRatio} = ($bad + $failed) / $runs * 10000;
  $v{ficRunLastAge} = 300 * ($n % 6) + 20;
  $v{ficRunLastFailed} = $wanting ? 1 : 0;
  $v{ficNodesTotal} = 400;
  $v{ficNodesChanged} = int 400 * $changing;
  $v{ficNodesFailed} = $wanting ? 24 : $broken ? 31 : $bad;
  $v{ficNodesNoCatalog} = $broken ? 16 : 0;
  $v{ficNodesStale} = $hour >= 20 && $hour < 21.1 ? 32 : 0;
  for my $p (keys %s) {
    my $reached = $runs - ($p > 5 ? $failed - $cached : 0) - ($p == 3 ? int $runs * 0.3 : 0);
    $v{"ficRunPhaseCount$p"} += $reached;
    $v{"ficRunPhaseTimeSum$p"} += $reached * $s{$p} * 1e6;
    $v{"ficRunPhaseP95$p"} = $s{$p} * 1.9e6;
    $v{"ficRunPhaseMax$p"} = $s{$p} * 3.4e6;
  }
  spread_over(2, $runs, $run * 1e6);
  $v{ficNotifySent} += $broken ? 3 : $hour >= 20 && $hour < 20.1 ? 32 : 0;
  return ($runs, $run, $changing);
}

for my $n (1 .. 288) {
  my $hour = $n / 12;
  my $slow = $hour >= 2.17 && $hour < 3.17 ? 1 : 0;
  my $broken = $hour >= 10.5 && $hour < 11.34 ? 1 : 0;
  my $compiled = int around(67, 0.25);
  my $median = around($slow ? 11_500_000 : 140_000 + 25_000 * sin($hour / 4), 0.06);
  my $failed = $broken ? int around(9, 0.5) : noise() < 0.08 ? 1 : 0;
  my $spent = $compiled * $median * 1.25;
  $v{ficCmpTotal} += $compiled;
  $v{ficCmpFailed} += $failed;
  $v{ficCmpTimeSum} += $spent;
  my $resources = around(640, 0.08);
  $v{ficCmpResSum} += $compiled * $resources;
  $v{ficCmpEdgeSum} += $compiled * $resources * 1.7;
  $v{ficCmpWarnings} += int $compiled * 0.6;
  $v{ficCmpDeprecated} += int $compiled * 0.2;
  $v{ficCmpActive} = int($spent / 3e8 + noise());
  $v{ficCmpLastTime} = around($median, 0.5);
  $v{ficCmpLastRes} = around(640, 0.6);
  @v{qw(ficCmpWinSecs ficCmpWinCount)} = (3600, around(800, 0.03));
  @v{qw(ficCmpP50 ficCmpP90 ficCmpP95 ficCmpP99 ficCmpMax)} = map { around($median * $_, 0.08) } 1, 2.2, 2.9, 4.6, 6.5;
  $v{ficCmpFailRatio} = $failed / $compiled * 10000;
  $v{ficCmpFromCache} += $failed > 1 ? $failed - 1 : 0;
  for (1 .. $failed) { $v{"ficFail$cause[int noise() * ($broken ? 2 : @cause)]"}++ }
  $v{ficParseFiles} += int $compiled * 1.2;
  $v{ficParseFailed} += $broken && noise() < 0.2 ? 1 : 0;
  $v{ficParseBytes} += $compiled * 5200;
  $v{ficCacheHits} += $compiled * 160;
  $v{ficCacheMisses} += int $compiled * ($broken ? 9 : 1.2);
  @v{qw(ficCmpLastMem ficCmpMaxMem)} = (around(19_000, 0.3), around(41_000, 0.03));
  for my $p (keys %phase) {
    my $share = $slow ? ($p == 7 ? 0.985 : $phase{$p} * 0.015) : $phase{$p};
    $v{"ficPhaseCount$p"} += $compiled * ($p == 14 ? 1.2 : $p == 15 ? 34 : $p == 16 ? 33 : $p == 7 ? 3 : 1);
    $v{"ficPhaseTimeSum$p"} += $spent * $share;
    $v{"ficPhaseP95$p"} = around($median * 2.9 * $share, 0.1);
    $v{"ficPhaseMax$p"} = around($median * 6.5 * $share, 0.1);
  }
  spread_over(1, $compiled, $median);
  my ($calls, $ruby) = (0, $spent * ($slow ? 0.002 : 0.13));
  for my $k (1 .. 8) {
    my $c = int $compiled * ($kind{$k} // 0);
    $calls += $c;
    $v{"ficRubyKindCalls$k"} += $c;
    $v{"ficRubyKindFailed$k"} += $broken && $k == 1 ? int $failed / 2 : 0;
    $v{"ficRubyKindTimeSum$k"} += $ruby * ($kind{$k} // 0) / 54;
  }
  $v{ficRubyCalls} += $calls;
  $v{ficRubyFailed} += $broken ? int $failed / 2 : 0;
  $v{ficRubyStopped} += $broken && noise() < 0.3 ? 1 : 0;
  $v{ficRubyTimeSum} += $ruby;
  $v{ficRubyCompiles} += int $compiled * 0.72;
  $v{ficRubyStarts} += my $starts = int(2 + 2 * noise());
  $v{ficRubyStartTimeSum} += $starts * ($v{ficRubyStartTime} = around(38_000, 0.1));
  $v{ficRubyMem} = around(61_000, 0.05);
  $v{ficNativeCalls} += $compiled * 410;
  spread_over(5, $calls, 260);
  for my $w (1 .. 3) {
    $v{"ficTplCount$w"} += $compiled * $way{$w};
    $v{"ficTplFailed$w"} += $broken && $w == 2 && noise() < 0.4 ? 1 : 0;
    $v{"ficTplTimeSum$w"} += $compiled * $way{$w} * (150, 90, 700)[$w - 1];
  }
  my ($runs, $run, $changing) = agent_runs($n, $hour, $compiled, $failed, $slow, $broken, $median);
  @v{qw(ficStatsAge ficStatsState ficUpTime)} = (int 12 * noise(), 1, $n * 30_000);
  $v{ficNodeEvicted} += $hour > 14 && $hour < 14.5 ? 3 : 0;
  $v{ficEnvEvicted} += $hour > 14.2 && $hour < 14.3 ? 1 : 0;
  $v{ficTypeEvicted} += 0;
  # one row of each table
  my $mine = int($compiled * 0.6);
  my %row = (
    ficEnvCmpTotal => $mine, ficEnvCmpFailed => $broken ? $failed : 0, ficEnvCmpTimeSum => $mine * $median * 1.2,
    ficEnvResSum => $mine * $resources, ficEnvRubyCalls => int $calls * 0.6, ficEnvRubyFailed => $broken ? 2 : 0,
    ficEnvRubyTimeSum => $ruby * 0.6, ficEnvNative => $mine * 410, ficNodeCmpTotal => $n % 6 == 0 ? 1 : 0,
    ficNodeCmpFailed => $n % 6 == 0 && $broken ? 1 : 0, ficTypeCompiled => $compiled * 210,
    ficEnvRunTotal => int $runs * 0.6, ficEnvRunFailed => $broken ? int $failed / 2 : 0, ficNodeRunTotal => $n % 6 == 0 ? 1 : 0,
    ficNodeRunFailed => $n % 6 == 0 && $broken ? 1 : 0, ficTypeChanged => int $runs * $changing, ficTypeFailed => $broken ? 1 : 0,
    ficTypeTimeSum => $runs * 1.9e6);
  $v{"row $_"} += $row{$_} for keys %row;
  @v{'row ficEnvCmpP95', 'row ficEnvNodes'} = (around($median * 2.6, 0.08), 238 + int 4 * noise());
  @v{'row ficNodeCmpTime', 'row ficNodeResources'} = (around($median * 0.8, 0.3), 512 + 7 * ($hour > 11)) if $n % 6 == 0 || $n == 1;
  @v{'row ficNodeRunTime', 'row ficNodeResChanged', 'row ficNodeResFailed'} = ($run * 0.9e6, int 3 * $changing * noise() * 4, 0) if $n % 6 == 0 || $n == 1;
  $v{'row ficNodeRunAge'} = $v{'row ficNodeAge'} = 300 * ($n % 6) + 20;
  @v{'row ficAlarmValue', 'row ficAlarmRising', 'row ficAlarmFalling'} = ($v{ficCmpP95}, 30e6, 20e6);
  open my $fh, '>', sprintf '%s/poll%03d', $out, $n or die "$out: $!\n";
  for my $o (@objects) {
    my $table = $o->{instance} !~ /^\d+$/;
    my $name = $o->{instance} eq 'ficEnvIndex' ? 'production' : $o->{instance} eq 'ficNodeIndex' ? 'web1.example.com'
      : $o->{instance} eq 'ficAlarmIndex' ? 'compile-p95' : 'file';
    printf $fh "%s %s %.0f\n", $o->{alias}, $table ? $name : 0, $v{ ($table ? 'row ' : '') . $o->{alias} } // 0;
  }
  close $fh or die "$out: $!\n";
}
