#!/usr/bin/perl
# Does with notifications what OpenNMS does: finds the definition of each among the event files, and makes alarms of them.
#
#   events.pl EVENTCONF TRAPS OURS
#
# EVENTCONF is the file that names the event files, OURS the one of them that is tested. TRAPS is the log of snmptrapd -On -Oe: notifications
# as snmpd sent them. Each must match exactly one definition of OURS, and none of another file that comes before it; each definition with a
# mask must have been needed; an alarm must be cleared by what is about the same row, and by nothing else.
use strict;
use warnings;

my ($root_file, $traps, $ours) = @ARGV;
die "usage: events.pl EVENTCONF TRAPS OURS\n" unless @ARGV == 3;
(my $folder = $root_file) =~ s{[^/]*$}{};
my $bad = 0;
sub problem { print @_, "\n"; $bad++ }
sub slurp { local $/; open my $fh, '<', $_[0] or die "$_[0]: $!\n"; return scalar <$fh> }

# --- definitions ---

sub unescaped { my $t = shift // ''; my %c = (amp => '&', lt => '<', gt => '>', quot => '"'); $t =~ s/&(#\d+|\w+);/$1 =~ m{^#(\d+)} ? chr $1 : $c{$1}/ge; $t }
sub element { my ($text, $name) = @_; return $text =~ m{<$name\b[^>]*>(.*?)</$name>}s ? unescaped($1) : undef }
sub elements { my ($text, $name) = @_; return $text =~ m{<$name\b[^>]*>(.*?)</$name>}sg }

sub definitions {
  my ($file) = @_;
  (my $text = slurp($file)) =~ s/<!--.*?-->//sg;
  my @found;
  for my $e (elements($text, 'event')) {
    my %d = (file => $file, uei => element($e, 'uei'), severity => element($e, 'severity'), tests => []);
    my ($mask) = elements($e, 'mask');
    for my $m (elements($mask // '', 'maskelement')) { push @{ $d{tests} }, [element($m, 'mename'), [map { unescaped($_) } elements($m, 'mevalue')]] }
    for my $v (elements($mask // '', 'varbind')) { push @{ $d{tests} }, [element($v, 'vbnumber') - 1, [map { unescaped($_) } elements($v, 'vbvalue')]] }
    $d{mask} = defined $mask;
    if (my ($a) = $e =~ /<alarm-data (.*?)\/?>/s) { my %a = $a =~ /([\w-]+)="([^"]*)"/g; $d{alarm} = { map { $_ => unescaped($a{$_}) } keys %a } }
    push @found, \%d;
  }
  return @found;
}

# A value ends with "%": all that begin with what is before it; begins with "~": a regular expression for all of it.
sub value_matches {
  my ($wanted, $value) = @_;
  return 0 unless defined $value;
  return $value =~ /^(?:$1)$/ if $wanted =~ /^~(.*)/s;
  return index($value, $1) == 0 if $wanted =~ /^(.*)%$/s;
  return $value eq $wanted;
}

sub matches {
  my ($d, $n) = @_;
  return 0 unless $d->{mask};    # matches by its UEI only, which a notification does not have
  for my $t (@{ $d->{tests} }) {
    my ($what, $values) = @$t;
    my $value = $what =~ /^\d+$/ ? (defined $n->{parm}[$what] ? $n->{parm}[$what][1] : undef) : $n->{$what};
    return 0 unless grep { value_matches($_, $value) } @$values;
  }
  return 1;
}

my @all;
my $root_text = slurp($root_file);
push @all, definitions($root_file);
for my $name (elements($root_text, 'event-file')) { push @all, definitions($folder . $name) }
my @our = grep { $_->{file} eq $folder . $ours } @all;
die "$root_file does not name $ours\n" unless @our;
my %uei;
$uei{ $_->{uei} }++ for @all;
for (sort keys %uei) { problem("$_ is defined $uei{$_} times") if $uei{$_} > 1 }

# --- notifications ---

# The enterprise is what stands before the last number, without a 0 at its end.
sub notification {
  my ($line) = @_;
  my %n = (parm => [], generic => '6');
  for my $part (split /\t/, $line) {
    my ($oid, $type, $value) = $part =~ /^(\.[\d.]+) = (?:(\w+): ?)?(.*)$/s or next;
    $value =~ s/^"(.*)"$/$1/s if ($type // 'STRING') eq 'STRING';
    if ($oid eq '.1.3.6.1.2.1.1.3.0') { next }
    if ($oid eq '.1.3.6.1.6.3.1.1.4.1.0') { $value =~ /^(.*?)(?:\.0)?\.(\d+)$/ and @n{qw(id specific)} = ($1, $2); next }
    push @{ $n{parm} }, [$oid, $value];
  }
  return \%n;
}
my @notifications = map { notification($_) } grep { /\.1\.3\.6\.1\.6\.3\.1\.1\.4\.1\.0 = / } split /\n/, slurp($traps);
die "$traps has no notification\n" unless @notifications;

sub expanded {
  my ($text, $n) = @_;
  my %plain = (dpname => '00000000-0000-0000-0000-000000000000', nodeid => 7, uei => $n->{definition}{uei});
  $text =~ s/%parm\[#(\d+)\]%/defined $n->{parm}[$1 - 1] ? $n->{parm}[$1 - 1][1] : ''/ge;
  $text =~ s/%(\w+)%/$plain{$1} \/\/ die "unknown %$1%\n"/ge;
  return $text;
}

# What a notification is about, by the identifiers of its objects: the label of an alarm or a node, which have their row's index.
sub subject {
  my ($n) = @_;
  for my $p (@{ $n->{parm} }) { return $1 . ($2 // '') if $p->[0] =~ /^\Q$n->{id}\E(\.1\.(?:9|5))\.1\.\d+(\..*)$/ }
  return '';
}
my %pair = (1 => 'alarm', 2 => 'alarm', 3 => 'compile', 4 => 'compile', 5 => 'run', 6 => 'run', 7 => 'stale', 9 => 'stale', 8 => 'store');

my (%used, %first, %raised);
for my $n (@notifications) {
  my $what = "notification $n->{id}.0.$n->{specific} (" . join(', ', map { $_->[1] } @{ $n->{parm} }) . ')';
  my @found = grep { matches($_, $n) } @our;
  if (@found != 1) { problem("$what matches " . @found . ' definitions: ' . join ' ', map { $_->{uei} } @found); next }
  my ($best) = grep { matches($_, $n) } @all;
  problem("$what is taken by $best->{uei} of $best->{file}") if $best != $found[0];
  $n->{definition} = $found[0];
  $used{ $found[0]{uei} }++;
  my $alarm = $found[0]{alarm} or problem("$what makes no alarm"), next;
  $n->{about} = ($pair{ $n->{specific} } // die "$what: of which kind?\n") . subject($n);
  $n->{key} = expanded($alarm->{'reduction-key'}, $n);
  if ($alarm->{'alarm-type'} == 2) {
    problem("$what clears and is $found[0]{severity}") if $found[0]{severity} ne 'Normal';
    $n->{clear} = expanded($alarm->{'clear-key'}, $n);
    problem("$what clears what is not raised: $n->{clear}") unless delete $raised{ $n->{clear} };
  } else {
    problem("$what raises and is $found[0]{severity}") if $found[0]{severity} eq 'Normal';
    $raised{ $n->{key} } = $what;
  }
  for my $p (@{ $n->{parm} }) {
    my @name = ('', 'Warning', 'Minor', 'Major', 'Critical');
    problem("$what is of severity $found[0]{severity}") if $p->[0] =~ /\.1\.9\.1\.8\./ && $n->{specific} == 1 && $name[$p->[1]] ne $found[0]{severity};
  }
}
for my $d (grep { $_->{mask} } @our) { problem("nothing matched $d->{uei}") unless $used{ $d->{uei} } }
my $pairs = 0;
for my $end (grep { defined $_->{clear} } @notifications) {
  for my $begin (grep { defined $_->{key} && !defined $_->{clear} } @notifications) {
    my $same = $end->{about} eq $begin->{about};
    $pairs += $same;
    problem("$end->{clear} " . ($same ? 'does not clear' : 'clears') . " $begin->{key}") if $same != ($end->{clear} eq $begin->{key});
  }
}
problem("$_ is still raised") for sort values %raised;
printf "%d notifications, %d definitions of %d matched, %d pairs of a beginning and an end\n", scalar @notifications, scalar keys %used,
  scalar(grep { $_->{mask} } @our), $pairs;
exit($bad ? 1 : 0);
