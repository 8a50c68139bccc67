# A small JSON reader and writer that keeps numbers as they were written (1 and 1.0 differ, as they do in Puppet).
# Objects are hashes, arrays arrays, strings byte strings; numbers and true/false/null are Json::Token objects.
# Written with nothing but perl-base, which every Debian system has.
package Json;
use strict;
use warnings;
no warnings 'recursion';

my %escape = ('"' => '"', '\\' => '\\', '/' => '/', b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");

sub decode {
  my ($text) = @_;
  pos($text) = 0;
  my $value = value(\$text);
  $text =~ /\G\s*/gc;
  fail(\$text, 'text after the value') if pos($text) < length $text;
  return $value;
}

sub fail {
  my ($text, $what) = @_;
  die sprintf "JSON: %s at byte %d\n", $what, pos($$text) // 0;
}

sub value {
  my ($text) = @_;
  $$text =~ /\G\s*/gc;
  return string($text) if $$text =~ /\G"/gc;
  return object($text) if $$text =~ /\G\{/gc;
  return array($text) if $$text =~ /\G\[/gc;
  return bless \(my $token = $1), 'Json::Token' if $$text =~ /\G(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)/gc;
  fail($text, 'a value was expected');
}

sub string {
  my ($text) = @_;
  my $out = '';
  for (;;) {
    $out .= $1 if $$text =~ /\G([^"\\]+)/gc;
    return $out if $$text =~ /\G"/gc;
    if ($$text =~ m{\G\\(["\\/bfnrt])}gc) {
      $out .= $escape{$1};
    } elsif ($$text =~ /\G\\u([0-9a-fA-F]{4})/gc) {
      $out .= character($text, hex $1);
    } else {
      fail($text, 'bad string');
    }
  }
}

sub character {
  my ($text, $code) = @_;
  if ($code >= 0xd800 && $code < 0xdc00 && $$text =~ /\G\\u([dD][c-fC-F][0-9a-fA-F]{2})/gc) {
    $code = 0x10000 + (($code - 0xd800) << 10) + (hex($1) - 0xdc00);
  }
  my $char = chr $code;
  utf8::encode($char);
  return $char;
}

sub array {
  my ($text) = @_;
  my @out;
  return \@out if $$text =~ /\G\s*\]/gc;
  for (;;) {
    push @out, value($text);
    return \@out if $$text =~ /\G\s*\]/gc;
    $$text =~ /\G\s*,/gc or fail($text, '"," or "]" was expected');
  }
}

sub object {
  my ($text) = @_;
  my %out;
  return \%out if $$text =~ /\G\s*\}/gc;
  for (;;) {
    $$text =~ /\G\s*"/gc or fail($text, 'a key was expected');
    my $key = string($text);
    $$text =~ /\G\s*:/gc or fail($text, '":" was expected');
    $out{$key} = value($text);
    return \%out if $$text =~ /\G\s*\}/gc;
    $$text =~ /\G\s*,/gc or fail($text, '"," or "}" was expected');
  }
}

# Keys sorted, no blanks: two values are equal exactly when their texts are.
sub encode {
  my ($value) = @_;
  return 'null' unless defined $value;
  my $kind = ref $value;
  return $$value if $kind eq 'Json::Token';
  return '[' . join(',', map { encode($_) } @$value) . ']' if $kind eq 'ARRAY';
  return '{' . join(',', map { quote($_) . ':' . encode($value->{$_}) } sort keys %$value) . '}' if $kind eq 'HASH';
  return quote($value);
}

sub quote {
  my ($text) = @_;
  $text =~ s/(["\\])/\\$1/g;
  $text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
  return "\"$text\"";
}

sub true { my ($value) = @_; return ref $value eq 'Json::Token' && $$value eq 'true' }

1;
