#!/usr/bin/perl
# mutants.pl DIR COUNT SEED EXT: reads file names on standard input, writes COUNT damaged copies of small ones to DIR and
# prints their names. The same seed gives the same damage: a character or token lost, doubled, replaced or put in, two
# neighbours exchanged, the end cut off.
use strict;
use warnings;

my ($dir, $count, $state, $ext) = @ARGV;
my @files = grep { chomp; -s $_ && -s _ < 6000 } <STDIN>;
die "mutants.pl: no files to damage\n" unless @files;
no warnings 'qw';
my @extra = (qw({ } [ ] ( ) ' " $ @ @@ => +> -> ~> <| |> << , ; : ? / \\ # | * % ! = == =~ . :: < > - + 0x 08 1e),
  qw(if else case class define node and or in), '${', '/*', '*/', '@(END)', '<%', '%>', "\n", 'default', 'undef', 'unless', 'A::');

sub random {
  my ($n) = @_;
  $state = ($state * 1103515245 + 12345) % 2147483648;
  return int($state / 65536) % $n;
}

sub damage {
  my ($text) = @_;
  my @tokens = $text =~ /(\w+|\s+|[^\w\s]{1,2})/g;
  my $at = random(scalar @tokens);
  my $how = random(8);
  if ($how == 0) { splice @tokens, $at, 1 }
  elsif ($how == 1) { splice @tokens, $at, 0, $tokens[$at] }
  elsif ($how == 2) { splice @tokens, $at, 0, $extra[random(scalar @extra)] }
  elsif ($how == 3) { $tokens[$at] = $extra[random(scalar @extra)] }
  elsif ($how == 4) { substr($tokens[$at], random(length $tokens[$at]), 1) = '' }
  elsif ($how == 5) { $#tokens = $at }
  elsif ($how == 6 && $at > 0) { @tokens[$at - 1, $at] = @tokens[$at, $at - 1] }
  else { splice @tokens, $at, 1 + random(6) }
  return join '', @tokens;
}

for my $n (1 .. $count) {
  my $file = $files[random(scalar @files)];
  open my $in, '<', $file or next;
  my $text = do { local $/; <$in> };
  my $name = sprintf '%s/%05d.%s', $dir, $n, $ext;
  open my $out, '>', $name or die "$name: $!\n";
  print $out damage($text);
  close $out or die "$name: $!\n";
  print "$name\n";
}
