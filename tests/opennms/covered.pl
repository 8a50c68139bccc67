#!/usr/bin/perl
# Each object of the MIB must be in each output, or be listed in left_out.def with a reason; what is listed must be absent.
#
#   covered.pl FOLDER LEFT_OUT
use strict;
use warnings;

my ($folder, $list) = @ARGV;
sub slurp { local $/; open my $fh, '<', $_[0] or die "$_[0]: $!\n"; return scalar <$fh> }
my $mib = slurp("$folder/FICELLE-MIB");
my %object;
while ($mib =~ /^(fic\w+) OBJECT-TYPE\n\s+SYNTAX\s+(\w+)(.*?)MAX-ACCESS\s+(\S+)/msg) {
  $object{$1} = { syntax => $2, access => $4 } unless $1 =~ /(?:Table|Entry)$/;
}
my %out;
for (slurp($list) =~ /^LEFT_OUT\((.*?)\)$/msg) {
  my ($output, $what) = /"([^"]*)",\s*"([^"]*)"/;
  push @{ $out{$output} }, $what;
}
# Names in an output: a number may be added for the row.
my %text = (
  opennms => slurp("$folder/opennms/datacollection/ficelle.xml"),
  graphs => slurp("$folder/opennms/snmp-graph.properties.d/ficelle-graph.properties"),
  reference => slurp("$folder/objects.md"),
);
$text{cacti} = join '', map { slurp($_) } glob "$folder/cacti/*.xml" if -d "$folder/cacti";
my $bad = 0;
sub problem { print @_, "\n"; $bad++ }
sub is_left_out {
  my ($output, $name) = @_;
  my $o = $object{$name};
  for my $what (@{ $out{$output} || [] }) {
    return 1 if $what eq $name
      || $what eq '*indices' && $o->{access} eq 'not-accessible'
      || $what eq '*notified' && $o->{access} eq 'accessible-for-notify'
      || $what eq '*moments' && $o->{syntax} eq 'DateAndTime'
      || $what eq '*stamps' && $o->{syntax} eq 'TimeStamp'
      || $what eq '*texts' && ($o->{syntax} eq 'SnmpAdminString' || $o->{syntax} eq 'OBJECT');
  }
  return 0;
}
problem('no objects') if keys %object < 80;
for my $output (sort keys %text) {
  my $t = $text{$output};
  for my $name (sort keys %object) {
    my $there = $name eq 'ficHistCount' ? $t =~ /\bficHist(?:Count\b|\d+Le\d+)/ : $t =~ /\b$name\d*\b/;
    my $absent = is_left_out($output, $name) || $output eq 'graphs' && is_left_out('opennms', $name);
    my $label = $object{$name}{syntax} eq 'SnmpAdminString';
    problem("$output has no $name") if !$there && !$absent;
    problem("$output has $name, which is left out") if $there && $absent && !$label;
  }
}
exit($bad ? 1 : 0);
