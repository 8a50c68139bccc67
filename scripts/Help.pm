# Parses the output of `ficelle help`, for manual pages and completion.
package Help;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(output_of rows options_of);

sub output_of {
  my @command = @_;
  open my $in, '-|', @command or die "$0: $command[0]: $!\n";
  local $/;
  my $text = <$in>;
  close $in or die "$0: `@command` failed\n";
  return $text;
}

# The rows of a list with two columns: [name, text].
sub rows {
  my ($text, $title) = @_;
  my ($list) = $text =~ /^$title:\n((?:  .*\n)+)/m or return;
  return map { /^  (\S+)\s+(.*)$/ ? [$1, $2] : () } split /\n/, $list;
}

# Options: {letter, name, argument, about}.
sub options_of {
  my ($text) = @_;
  my @found;
  for my $line (split /\n/, $text) {
    my ($letter, $name, $argument, $about) = $line =~ /^  (?:(-\w), |    )--([\w-]+)(?: (\S+))? {1,}(.*)$/ or next;
    # An option without an argument has at least two blanks before its text.
    ($argument, $about) = (undef, "$argument $about") if defined $argument && $line !~ /--\Q$name $argument\E(?:  |$| [a-z(])/;
    push @found, {letter => $letter, name => $name, argument => $argument, about => $about};
  }
  return @found;
}

1;
