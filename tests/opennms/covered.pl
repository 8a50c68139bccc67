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
while ($mib =~ /^(fic\w+) OBJECT-TYPE\n\s+SYNTAX\s+(\w+)(.*?)MAX-ACCESS\s+(\S+).*?::= \{ (\w+) /msg) {
  my ($name, $syntax, $access, $parent) = ($1, $2, $4, $5);
  $object{$name} = { syntax => $syntax, access => $access, column => scalar $parent =~ /Entry$/ } unless $name =~ /(?:Table|Entry)$/;
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
$text{cacti} = join '', map { slurp($_) } glob "$folder/cacti/*.xml";
# The names of what is collected, without their texts: "key: ..." of Zabbix, "- name: ..." of the snmp_exporter.
sub names { my ($file, $what) = @_; return join "\n", slurp("$folder/$file") =~ /$what/mg }
$text{prometheus} = names('prometheus/snmp.yml', qr/^    - name: (\w+)/m);
$text{zabbix} = names('zabbix/ficelle.yaml', qr/^ +key: "(\w+)/m);
$text{checks} = names('nagios/ficelle-commands.cfg', qr/^  command_name ficelle-(\w+)/m);
$text{librenms} = names('librenms/ficelle.yaml', qr/^          index: "(\w+)/m);
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
      || $what eq '*columns' && $o->{column}
      || $what eq '*names' && $name =~ /(?:Label|Name)$/
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
