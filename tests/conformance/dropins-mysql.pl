# Compares walks of the two agents: dropins-mysql.pl DIFFERENCES OURS_BEFORE THEIRS OURS_AFTER
# A value must have the same type, and be what ours has before or after, or lie between. Exit status 1 for anything else
# that is not in the list.
use strict;
use warnings;

sub walk {
  my ($file) = @_;
  my %walk;
  open my $in, '<', $file or die "$file: $!\n";
  while (<$in>) {
    my ($object, $type, $value) = /^(\d+)\.0 = (?:(\w+): )?(.*)$/ or next;
    $value =~ s/^"|"$//g;
    $walk{$object} = {type => $type // 'STRING', value => $value};
  }
  return \%walk;
}

sub between {
  my ($value, @bounds) = @_;
  return 0 if grep { !/^-?\d+$/ } $value, @bounds;
  my ($least, $most) = sort { $a <=> $b } @bounds;
  return $least <= $value && $value <= $most;
}

sub shown { my ($v) = @_; return $v ? "$v->{type} $v->{value}" : 'no instance' }

my ($list, $before, $theirs, $after) = @ARGV;
my ($b, $t, $a) = map { walk($_) } $before, $theirs, $after;
my (%reason, %kind);
open my $in, '<', $list or die "$list: $!\n";
while (<$in>) {
  next if /^\s*(#|$)/;
  my ($objects, $kind, $reason) = /^(\S+)\s+(\S+)\s+(.+)$/ or die "$list:$.: not a line of the list\n";
  for my $part (split /,/, $objects) {
    my ($first, $last) = $part =~ /^(\d+)(?:-(\d+))?$/ or die "$list:$.: $part\n";
    $kind{$_} = $kind, $reason{$_} = $reason for $first .. $last // $first;
  }
}

my ($equal, $moving, $listed, $bad) = (0, 0, 0, 0);
for my $object (1 .. 160) {
  my ($old, $his, $new) = ($b->{$object}, $t->{$object}, $a->{$object});
  next if !$his && !$old && !$new;
  my $type = !$his || !$old || $his->{type} eq $old->{type};
  if ($type && $his && $old && $new) {
    if ($his->{value} eq $old->{value} || $his->{value} eq $new->{value}) { $equal++; next }
    if (between($his->{value}, $old->{value}, $new->{value})) { $moving++; next }
  }
  my $kind = $kind{$object} // '';
  my $fits = $type && ($kind eq 'value' && $old
                       || $kind eq 'absent' && !$old && $his && $his->{value} =~ /^(0||-1)$/
                       || $kind eq 'either'
                       || $kind eq 'near' && $old && $his && abs($his->{value} - $old->{value}) <= 5);
  printf "%-10s %3d: ours %s, theirs %s%s\n", $fits ? 'differs' : 'FAILED', $object, shown($old), shown($his),
    $fits ? ": $reason{$object}" : '';
  $fits ? $listed++ : $bad++;
}
print "$equal the same, $moving moving within bounds, $listed differ as listed, $bad differ\n";
exit($bad > 0 || $equal + $moving < 80);
