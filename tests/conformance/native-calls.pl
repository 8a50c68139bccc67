#!/usr/bin/perl
# Calls of a module's functions with odd arguments, as cases of tests/lang.
#   native-calls.pl make MODULE SEED N DIR    writes DIR/*.pp: for each function of the module the call without arguments, and N more
#   native-calls.pl tell FILE                 a recorded family to standard output, without the cases whose answers are
#                                             accidents of Ruby: methods that are not there, addresses and insides of objects,
#                                             lines of its libraries, warnings that are given once a process
use strict;
use warnings;

# What depends on chance or time, waits for somebody, or runs programs.
my %left_out = map { $_ => 1 } qw(shuffle str2saltedsha512 time pry validate_augeas validate_cmd);
my @values = (
  qw(undef '' 'a' 'abc' 0 1 -1 2 42 3.7 -2.5 1.0e20 true false default [] {} '1' '10' 'yes' 'no' 'T' '1..3' 'a-e' '-' '0x1f'
    '1_000' '/' '.bashrc' '^b' 'a-c' '[ab]' 100000 'host01' 'host12' 3 5 '2-1' '0-1' 'urlsafe' 'encode' 'decode' 'strict' 'YWJj'
    'md5' 'SHA-512' '=>' '10.0.0.1' '10.0.0.0/8' 'fe80::1' '::ffff:1.2.3.4' 'example.com' 'a@example.com' 'aa:bb:cc:dd:ee:ff' 'undef'),
  "'4 kB'", "'ABC aaa bbb'", "['a', 'b', 'c']", '[1, 2, 3, 2, 1]', "['a', undef, '', 'b']", "[['a', 1], ['b', 2]]",
  "{'a' => 1, 'b' => undef, 'c' => {'d' => 'e'}}", "{'x' => 'y', 'a' => 'z'}", "{1 => 2, 'k' => [1, '2']}", "'äöü ß'", '/ab+/',
  'Integer[1, 2]', "Sensitive('s')", "'/usr/local/bin/x.tar.gz'", "['a', ['b', ['c']]]", q('a b"c$d\\\\e'), '"l1\nl2\n"',
  '"x\r\ny\n"', "[1.0, 1, '1', true, undef]", "'%{a} %<b>d'", "' 12 '", '[0, 2]', "['0-1']", "'{\"a\": [1, 2.5, null]}'",
  "'a: [1, x]'", "'[1,'");

my ($what, @rest) = @ARGV;
if (($what // '') eq 'make' && @rest == 4) { make(@rest) }
elsif (($what // '') eq 'tell' && @rest == 1) { tell_recorded(@rest) }
else { die "usage: native-calls.pl make MODULE SEED N DIR | tell FILE\n" }

sub functions {
  my ($module) = @_;
  my %names;
  for my $file (split /\n/, `cd '$module/lib/puppet' && find functions parser/functions -name '*.rb'`) {
    my ($name) = $file =~ m{functions/(.*)\.rb$} or next;
    $name =~ s{/}{::}g;
    $names{$name} = 1 unless $left_out{$name};
  }
  return sort keys %names;
}

sub make {
  my ($module, $seed, $n, $dir) = @_;
  srand $seed;
  my $id = 0;
  for my $name (functions($module)) {
    my @calls = ("$name()");
    for (1 .. $n) {
      my $count = 1 + int rand 3;
      push @calls, "$name(" . join(', ', map { $values[rand @values] } 1 .. $count) . ')';
    }
    for my $call (@calls) {
      my $file = sprintf '%s/%05d.pp', $dir, $id++;
      open my $out, '>', $file or die "native-calls.pl: $file: $!\n";
      print $out "\$r = $call\nnotice(String(\$r, '%p'))\n";
      close $out or die "native-calls.pl: $file: $!\n";
    }
  }
}

sub tell_recorded {
  my ($file) = @_;
  my $dropped = 0;
  open my $in, '<', $file or die "native-calls.pl: $file: $!\n";
  while (my $line = <$in>) {
    if ($line =~ /undefined (?:local variable or )?method|#<|Call, \d+: unexpected|0xADDRESS|io_fillbuf|\{:\w+=>|PSON|auto conversion of|autoloader#load/) { $dropped++ }
    else { print $line }
  }
  print STDERR "native-calls: $dropped answers are accidents of Ruby\n";
}
