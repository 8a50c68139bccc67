# Compares two outcomes of a compilation: {"ok":…, "catalog":…, "error":…, "logs":…}, read by Json.pm.
package Catalog;
use strict;
use warnings;
use Json;

# What differs, as lines of text; an empty list when the outcomes agree. With $logs, the log lines too.
sub differences {
  my ($want, $got, $logs) = @_;
  my @out;
  if (Json::true($want->{ok}) && Json::true($got->{ok})) {
    push @out, catalogs($want->{catalog}, $got->{catalog});
  } elsif (Json::true($want->{ok})) {
    push @out, 'expected a catalog, got the error: ' . ($got->{error} // '(none)');
  } elsif (Json::true($got->{ok})) {
    push @out, 'compiled, but expected the error: ' . $want->{error};
  } elsif (addresses($want->{error}) ne addresses($got->{error} // '')) {
    push @out, "expected the error: $want->{error}", 'got the error:      ' . ($got->{error} // '(none)');
  }
  push @out, sequence('log line', log_lines($want), log_lines($got)) if $logs;
  return @out;
}

# Addresses of objects are in some of Puppet's messages; they say nothing.
sub addresses { my ($text) = @_; $text =~ s/(#<[\w:]+:)0x(?:ADDRESS|[0-9a-f]{8,16})/${1}0xADDRESS/g; return $text }

sub catalogs {
  my ($want, $got) = @_;
  my (%want, %got);
  my @want = map { my $r = ref_of($_); $want{$r} = $_; $r } @{ $want->{resources} };
  my @got = map { my $r = ref_of($_); $got{$r} = $_; $r } @{ $got->{resources} };
  my @out = sequence('resource', \@want, \@got);
  push @out, map { resource($_, $want{$_}, $got{$_}) } grep { $got{$_} } @want;
  push @out, sequence('edge', [map { "$_->{source} -> $_->{target}" } @{ $want->{edges} }],
                      [map { "$_->{source} -> $_->{target}" } @{ $got->{edges} }]);
  push @out, sequence('class', $want->{classes}, $got->{classes});
  push @out, field('tags of the catalog', set($want->{tags}), set($got->{tags}));
  push @out, field($_, Json::encode($want->{$_}), Json::encode($got->{$_})) for qw(name environment catalog_format);
  return @out;
}

sub ref_of { my ($r) = @_; return "$r->{type}\[$r->{title}]" }
sub set { my ($tags) = @_; return join ' ', sort @{ $tags || [] } }

sub resource {
  my ($ref, $want, $got) = @_;
  my @out = field("$ref tags", set($want->{tags}), set($got->{tags}));
  my %names = map { $_ => 1 } keys %$want, keys %$got;
  delete @names{qw(type title tags parameters)};
  for my $name (sort keys %names) {
    push @out, field("$ref $name", plain($name, $want->{$name}), plain($name, $got->{$name}));
  }
  my ($a, $b) = ($want->{parameters} || {}, $got->{parameters} || {});
  my %params = map { $_ => 1 } keys %$a, keys %$b;
  for my $name (sort keys %params) {
    push @out, field("$ref parameter $name", exists $a->{$name} ? Json::encode($a->{$name}) : 'none',
                     exists $b->{$name} ? Json::encode($b->{$name}) : 'none');
  }
  return @out;
}

# A missing flag is a false one, a missing list an empty one.
sub plain {
  my ($name, $value) = @_;
  return Json::encode($value) if defined $value;
  return $name eq 'exported' || $name eq 'virtual' ? 'false' : $name eq 'sensitive_parameters' ? '[]' : 'none';
}

sub field {
  my ($what, $want, $got) = @_;
  return $want eq $got ? () : ("$what: expected $want, got $got");
}

sub sequence {
  my ($what, $want, $got) = @_;
  my (%left, @out);
  $left{$_}++ for @$got;
  push @out, map { ($left{$_} // 0) > 0 && $left{$_}-- ? () : "lacks $what $_" } @$want;
  %left = ();
  $left{$_}++ for @$want;
  push @out, map { ($left{$_} // 0) > 0 && $left{$_}-- ? () : "has an extra $what $_" } @$got;
  return @out if @out;
  for my $i (0 .. $#$want) {
    return ("order: $what " . ($i + 1) . " expected $want->[$i], got $got->[$i]") if $want->[$i] ne $got->[$i];
  }
  return ();
}

# "LEVEL TEXT" lines; not the error that ended the compilation, and not that the environment was given twice.
sub log_lines {
  my ($outcome) = @_;
  my @lines = @{ $outcome->{logs} || [] };
  my $error = $outcome->{error};
  pop @lines if defined $error && @lines && $lines[-1][0] eq 'err' && index($error, $lines[-1][1]) >= 0;
  return [map { "$_->[0]: $_->[1]" } grep { $_->[1] !~ /^The node parameter 'environment' for node/ } @lines];
}

1;
