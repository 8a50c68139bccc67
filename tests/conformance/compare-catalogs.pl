#!/usr/bin/perl
# compare-catalogs.pl PUPPET FICELLE: lines {"id":…,"ok":…,"catalog":…|"error":…}. Prints how many cases agree, and
# for the others what kind of difference there is. SHOW=N shows N of each kind. Exit status 1 when a case differs that
# needs no code in Ruby.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib abs_path($0) =~ m{^(.*)/[^/]*$} ? "$1/../lib" : '.';
use Json;
use Catalog;

# Types of modules that come with Puppet's own packages and not with Debian's.
my $vendored = qr/(?:Yumrepo|Scheduled_task|Zfs|Zone|Zpool)/i;
# What Puppet 8 says where Debian's says something else: functions that take Sensitive values there.
my @changed = ([qr/('regsubst' parameter 'target' expects a value of type )Array or String/,
                sub { "$_[0]Array, Sensitive[Array], String, or Sensitive[String]" }]);
my ($puppet, $ficelle) = @ARGV;
my %ours;
read_each($ficelle, sub { $ours{ $_[0]{id} } = $_[1] });
my (%count, %ruby);
read_each($puppet, sub { judge(@_) });
my @kinds = ('same catalog', 'same error', 'needs Ruby', 'has a type that Debian leaves out', 'other catalog', 'other error', 'ficelle fails',
             'ficelle compiles', 'no answer');
my $total = 0;
$total += $_ for values %count;
printf "%d cases: %s\n", $total, join ', ', map { "$_ $count{$_}" } grep { $count{$_} } @kinds;
print '  needs Ruby: ', join(', ', map { "$_ $ruby{$_}" } sort { $ruby{$b} <=> $ruby{$a} || $a cmp $b } keys %ruby), "\n" if %ruby;
exit((grep { $count{$_} } @kinds[4 .. $#kinds]) || !$total ? 1 : 0);

sub read_each {
  my ($path, $each) = @_;
  open my $in, '<', $path or die "$path: $!\n";
  while (my $line = <$in>) {
    my $value = eval { Json::decode($line) } or next;
    $each->($value, $line);
  }
}

# Whether a message says that code in Ruby would be needed; counts what it was.
sub needs_ruby {
  my ($text) = @_;
  my ($what) = $text =~ /not supported: ((?:function|resource type) '[^']*') is written in Ruby/;
  $what //= "ERB (function '$1')" if $text =~ /not supported: ERB templates \(function '([^']*)'/;
  $ruby{$what}++ if defined $what;
  return defined $what;
}

sub judge {
  my ($want) = @_;
  for my $change (@changed) {
    my ($from, $to) = @$change;
    $want->{error} =~ s/$from/$to->($1)/e if defined $want->{error};
  }
  my $line = $ours{ $want->{id} };
  my $got = $line && Json::decode($line);
  my @why = $got ? Catalog::differences($want, $got, 0) : ();
  my ($w, $g) = map { Json::true($_->{ok}) } $want, $got || {};
  my $kind =
      !$got                                            ? 'no answer'
    : !@why                                            ? ($w ? 'same catalog' : 'same error')
    : !$g && needs_ruby($got->{error} // '')           ? 'needs Ruby'
    : !$w && $want->{error} =~ /(?:Resource type not found: |Unknown resource type: ')$vendored\b/ ? 'has a type that Debian leaves out'
    : $w && $g                                         ? 'other catalog'
    : $w                                               ? 'ficelle fails'
    : $g                                               ? 'ficelle compiles'
    :                                                    'other error';
  $count{$kind}++;
  return if !@why || $kind eq 'needs Ruby' || $count{$kind} > ($ENV{SHOW} // 2);
  print "  $kind: $want->{id}\n", map { '    ' . substr($_, 0, 300) . "\n" } grep { defined } @why[0 .. 2];
}
