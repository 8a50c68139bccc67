#!/usr/bin/perl
# compare-catalogs.pl PUPPET FICELLE: lines {"id":…,"ok":…,"catalog":…|"error":…}. Prints how many cases agree, and
# for the others what kind of difference there is. SHOW=N shows N of each kind. Exit status 1 when a case differs.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib abs_path($0) =~ m{^(.*)/[^/]*$} ? "$1/../lib" : '.';
use Json;
use Catalog;

# What Puppet 8 says where Debian's says something else: functions that take Sensitive values there.
my @changed = ([qr/('regsubst' parameter 'target' expects a value of type )Array or String/,
                sub { "$_[0]Array, Sensitive[Array], String, or Sensitive[String]" }],
               [qr/'split' parameter 'str' expects a String value, got (\w+)/, \&split_of]);
my ($puppet, $ficelle) = @ARGV;
my %ours;
read_each($ficelle, sub { $ours{ $_[0]{id} } = $_[1] });
my %count;
read_each($puppet, sub { judge(@_) });
my @kinds = ('same catalog', 'same error', 'other catalog', 'other error', 'ficelle fails', 'ficelle compiles', 'no answer');
my $total = 0;
$total += $_ for values %count;
printf "%d cases: %s\n", $total, join ', ', map { "$_ $count{$_}" } grep { $count{$_} } @kinds;
exit((grep { $count{$_} } @kinds[2 .. $#kinds]) || !$total ? 1 : 0);

sub read_each {
  my ($path, $each) = @_;
  open my $in, '<', $path or die "$path: $!\n";
  while (my $line = <$in>) {
    my $value = eval { Json::decode($line) } or next;
    $each->($value, $line);
  }
}

# Whether a message says that code in Ruby would be needed; counts what it was.
# Its signatures for Sensitive values make it speak of each.
sub split_of {
  my ($got) = @_;
  return "The function 'split' was called with arguments it does not accept. It expects one of:" . join '', map {
    my ($type, $name) = @$_;
    map { "\n  ($type $name, $_ pattern)\n    rejected: parameter '$name' expects a $type value, got $got" }
      'String', 'Regexp', 'Type[Regexp]';
  } ['String', 'str'], ['Sensitive[String]', 'sensitive'];
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
    : $w && $g                                         ? 'other catalog'
    : $w                                               ? 'ficelle fails'
    : $g                                               ? 'ficelle compiles'
    :                                                    'other error';
  $count{$kind}++;
  return if !@why || $count{$kind} > ($ENV{SHOW} // 2);
  print "  $kind: $want->{id}\n", map { '    ' . substr($_, 0, 300) . "\n" } grep { defined } @why[0 .. 2];
}
