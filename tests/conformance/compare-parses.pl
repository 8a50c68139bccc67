#!/usr/bin/perl
# compare-parses.pl LABEL PUPPET FICELLE: lines as puppet-parse.rb prints them. Exit status 0 when all are the same.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib abs_path($0) =~ m{^(.*)/[^/]*$} ? "$1/../lib" : '.';
use Json;

my ($label, $puppet, $ficelle) = @ARGV;
my $want = read_lines($puppet);
my $got = read_lines($ficelle);
my ($same, $shown, %count) = (0, 0);
for my $file (sort keys %$want) {
  next if stumbled($want->{$file});
  my $why = difference($want->{$file}, $got->{$file});
  if (!$why) {
    $same++;
    next;
  }
  $count{ $why->[0] }++;
  print "  $why->[0]: $file\n", map { "    $_\n" } @$why[1 .. $#$why] if $shown++ < ($ENV{SHOW} // 10);
}
my $total = grep { !stumbled($_) } values %$want;
print "$label: $same of $total identical", map({ ", $_: $count{$_}" } sort keys %count), "\n";
exit($same == $total && $total ? 0 : 1);

sub stumbled { my ($outcome) = @_; return ($outcome->{error} // '') =~ /^undefined method / }

sub read_lines {
  my ($path) = @_;
  my %out;
  open my $in, '<', $path or die "$path: $!\n";
  while (my $line = <$in>) {
    my $value = eval { Json::decode($line) } or next;
    $out{ $value->{file} } = $value;
  }
  return \%out;
}

# [kind of difference, lines to show], or nothing. Where Puppet stumbles over a mistake of its own there is nothing to
# compare with.
sub difference {
  my ($want, $got) = @_;
  return ['no answer'] unless $got;
  my ($w, $g) = map { Json::true($_->{ok}) ? 'valid' : 'invalid' } $want, $got;
  return ['other verdict', "Puppet: " . ($want->{error} // 'valid'), "ficelle: " . ($got->{error} // 'valid')] if $w ne $g;
  if ($w eq 'invalid') {
    return if $want->{error} eq $got->{error};
    # Reasons against a regular expression are the engine's own words; the expression must be the same.
    my ($his, $ours) = map { /^[^:\/]+: (\/.*)$/s ? $1 : undef } $want->{error}, $got->{error};
    return if defined $his && defined $ours && $his eq $ours;
    # Ruby's bare message; ficelle adds the place (docs/compatibility.md).
    return if $want->{error} eq 'invalid byte sequence in UTF-8' && index($got->{error}, "$want->{error} (file: ") == 0;
    return ['other error', "Puppet:  $want->{error}", "ficelle: $got->{error}"];
  }
  return if $want->{pn} eq $got->{pn};
  my $at = common($want->{pn}, $got->{pn});
  my $from = $at > 60 ? $at - 60 : 0;
  return ['other tree', 'Puppet:  …' . substr($want->{pn}, $from, 140), 'ficelle: …' . substr($got->{pn}, $from, 140)];
}

# Length of the common beginning.
sub common {
  my ($a, $b) = @_;
  my ($low, $high) = (0, length($a) < length($b) ? length $a : length $b);
  while ($low < $high) {
    my $mid = int(($low + $high + 1) / 2);
    if (substr($a, 0, $mid) eq substr($b, 0, $mid)) { $low = $mid } else { $high = $mid - 1 }
  }
  return $low;
}
