#!/usr/bin/perl
# Runs ficelle over recorded cases (JSON lines); called by the script vectors, which says what counts.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Path qw(make_path remove_tree);
use lib abs_path($0) =~ m{^(.*)/[^/]*$} ? "$1/../lib" : '.';
use Json;

my %opt = (show => 5, kind => '');
while (@ARGV && $ARGV[0] =~ /^--(ficelle|batch|compile|work|rules|show|kind|failures|only)$/) {
  shift;
  $opt{$1} = shift;
}
my @rules = read_rules($opt{rules});
my (%count, %shown, @failures);
open my $in, '<', $ARGV[0] or die "$ARGV[0]: $!\n";
while (my $line = <$in>) {
  my $case = Json::decode($line);
  next if $opt{only} && $case->{id} !~ /^$opt{only}/;
  next if $opt{kind} && $case->{kind} ne $opt{kind};
  judge($case);
}
close $in;
report();

sub judge {
  my ($case) = @_;
  my $beyond = $case->{kind} eq 'parse' ? undef : beyond($case);
  my @why = run_case($case);
  my $verdict = $beyond ? (@why ? 'beyond' : 'beyond, yet agrees') : @why ? 'fails' : 'agrees';
  my $group = "$case->{kind} $case->{area}";
  $count{$group}{$verdict}++;
  $count{ $case->{kind} }{$verdict}++;
  return unless $verdict eq 'fails';
  push @failures, "$case->{id} $group: " . join(' | ', @why) . "\n";
  return if $shown{$group}++ >= $opt{show};
  print "  fails: $case->{id} ($group; $case->{origin}{description})\n", map { '    ' . substr($_, 0, 400) . "\n" } @why;
}

sub report {
  my $bad = 0;
  for my $group (sort keys %count) {
    my $c = $count{$group};
    next if $group !~ / / && keys %count == 1;
    my ($good, $fails) = ($c->{agrees} // 0, $c->{fails} // 0);
    printf "%-24s %4d of %4d agree%s\n", $group, $good, $good + $fails, beyond_text($c);
    $bad += $fails if $group !~ / /;
  }
  if ($opt{failures}) {
    open my $out, '>', $opt{failures} or die "$opt{failures}: $!\n";
    print $out @failures;
    close $out or die "$opt{failures}: $!\n";
  }
  exit($bad ? 1 : 0);
}

sub beyond_text {
  my ($c) = @_;
  my ($no, $yes) = ($c->{beyond} // 0, $c->{'beyond, yet agrees'} // 0);
  return $no + $yes ? sprintf('; %d more ask for more than this release does, %d of them agree', $no + $yes, $yes) : '';
}

# --- which cases must agree -----------------------------------------------------------------------------------------

sub read_rules {
  my ($path) = @_;
  my @out;
  open my $in, '<', $path or die "$path: $!\n";
  while (<$in>) {
    next if /^\s*(?:#|$)/;
    /^(function|source|path|setting|node|id) (\S.*?)\s{3,}(\S.*)$/ or die "$path: line $.: not a rule\n";
    my ($kind, $pattern, $reason) = ($1, $2, $3);
    my $re = $kind eq 'function' ? qr/(?<![\w:\$])(?:$pattern)\s*\(|\.\s*(?:$pattern)\b|^\s*(?:break|next|return)\b/m
           : $kind =~ /^(?:setting|node|id)$/ ? qr/^(?:$pattern)$/
           :                                         qr/$pattern/m;
    push @out, [$kind, $re, $reason];
  }
  return @out;
}

sub beyond {
  my ($case) = @_;
  my $tree = $case->{tree} || {};
  my @texts = map { code_of($_) } defined $case->{source} && !ref $case->{source} ? $case->{source} : (),
    map { $tree->{$_} } grep { /\.(?:pp|epp)$/ } sort keys %$tree;
  for my $rule (@rules) {
    my ($kind, $re, $reason) = @$rule;
    my @subjects = $kind eq 'path' ? keys %$tree : $kind eq 'setting' ? keys %{ $case->{settings} }
                 : $kind eq 'id' ? $case->{id} : $kind eq 'node' ? keys %{ $case->{node} || {} } : @texts;
    return $reason if grep { /$re/ } @subjects;
  }
  return undef;
}

# The text without comments and without what stands in single quotes.
sub code_of {
  my ($text) = @_;
  $text =~ s/#[^\n{]*$//mg;
  $text =~ s/'(?:[^'\\]|\\.)*'/''/gs;
  return $text;
}

# --- running one ----------------------------------------------------------------------------------------------------

# Nothing when the case agrees, else what differs.
sub run_case {
  my ($case) = @_;
  my $dir = "$opt{work}/case";
  remove_tree($dir);
  make_path("$dir/out");
  $case = put_root($case, "$dir/tree");
  write_file("$dir/tree/$_", $case->{tree}{$_}) for keys %{ $case->{tree} || {} };
  return $case->{kind} eq 'parse'    ? run_parse($case, $dir)
    : $case->{kind} eq 'evaluate'      ? run_evaluate($case, $dir)
    : needs_node_data($case)           ? run_batch($case, $dir)
    :                                    run_compile($case, $dir);
}

sub put_root {
  my ($value, $root) = @_;
  return { map { my $k = $_; $k => put_root($value->{$k}, $root) } keys %$value } if ref $value eq 'HASH';
  return [map { put_root($_, $root) } @$value] if ref $value eq 'ARRAY';
  return $value if ref $value || !defined $value;
  (my $text = $value) =~ s/\@ROOT\@/$root/g;
  return $text;
}

sub write_file {
  my ($path, $text) = @_;
  (my $dir = $path) =~ s{/[^/]*$}{};
  make_path($dir);
  open my $out, '>', $path or die "$path: $!\n";
  print $out $text;
  close $out or die "$path: $!\n";
}

# (exit status, standard output, standard error)
sub run_command {
  my ($dir, @argv) = @_;
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    open STDIN, '<', '/dev/null';
    open STDOUT, '>', "$dir/out/stdout";
    open STDERR, '>', "$dir/out/stderr";
    exec 'timeout', '20', @argv;
    exit 127;
  }
  waitpid $pid, 0;
  my $status = $?;
  return ($status & 127 || $status >> 8 > 128 ? 'crash ' . $status : $status >> 8, map { read_file("$dir/out/$_") } qw(stdout stderr));
}

sub read_file {
  my ($path) = @_;
  open my $in, '<', $path or return '';
  local $/;
  return scalar <$in>;
}

sub settings {
  my ($case) = @_;
  my @out;
  for my $name (sort keys %{ $case->{settings} || {} }) {
    my $value = $case->{settings}{$name};
    my $text = ref $value eq 'Json::Token' ? $$value : $value;
    push @out, $text eq 'true' ? "--$name" : $text eq 'false' ? "--no-$name" : ("--$name", $text);
  }
  return @out;
}

sub message_differs {
  my ($error, $text) = @_;
  $text =~ s{\(file: [^(),]*/(?:main|case)\.(?:pp|epp), }{(}g;   # recorded from text that was in no file
  my $want = $error->{basic} // $error->{message};
  $want =~ s/ \((?:line: \d+, column: \d+|line: \d+)\)$// unless defined $error->{basic};
  $want =~ s/\(file: unknown, /(/g;
  my @out;
  push @out, "expected: $error->{message}", 'got:      ' . first_error($text) if index(squeeze($text), squeeze($want)) < 0;
  if (!@out && $error->{line} && $error->{pos}) {
    my $place = "line: ${ $error->{line} }, column: ${ $error->{pos} }";
    push @out, "expected at $place", 'got:      ' . first_error($text) if index($text, $place) < 0;
  }
  return @out;
}

sub squeeze { my ($text) = @_; $text =~ s/\e\[[0-9;]*m//g; $text =~ s/\s+/ /g; return $text }
sub first_error { my ($text) = @_; $text =~ s/\s+$//; return $text eq '' ? '(nothing)' : substr squeeze($text), 0, 300 }

sub run_parse {
  my ($case, $dir) = @_;
  my $epp = $case->{lang} eq 'epp';
  my $file = "$dir/case." . ($epp ? 'epp' : 'pp');
  write_file($file, $case->{source});
  my ($status, $out, $err) = run_command($dir, $opt{ficelle}, $epp ? 'epp' : 'parser', 'validate', settings($case), $file);
  my $expect = $case->{expect};
  return ("ended with $status: " . first_error($err)) if $status =~ /crash/;
  if (Json::true($expect->{ok})) {
    return ("expected: valid", 'got:      ' . first_error("$err$out")) if $status != 0;
    my @silent = map { index(squeeze("$err$out"), squeeze($_->[1])) < 0 ? "lacks the $_->[0]: $_->[1]" : () }
      @{ $expect->{notices} || [] };
    return @silent if @silent;
    return defined $expect->{pn} ? tree_differs($expect->{pn}, $file, $epp, $dir) : ();
  }
  return ("valid, but expected: $expect->{error}{message}") if $status == 0;
  return message_differs($expect->{error}, "$err$out");
}

sub tree_differs {
  my ($want, $file, $epp, $dir) = @_;
  my (undef, $out) = run_command($dir, 'sh', '-c', 'echo "$1" | "$2" $3', 'sh', $file, $opt{batch}, $epp ? '--epp' : '');
  my $got = eval { Json::decode($out) } || {};
  return ($got->{pn} // '') eq $want ? () : ("expected tree: $want", 'got:           ' . ($got->{pn} // $got->{error} // '(nothing)'));
}

# What goes into every command that compiles: facts, environment, settings.
sub environment_arguments {
  my ($case, $dir) = @_;
  my ($node, $env) = ($case->{node} || {}, $case->{env} || {});
  my @classifier = $node->{classes} ? classifier($node, $dir) : ();
  my %facts = map { %{ $_ || {} } } @{$node}{@classifier ? qw(facts) : qw(parameters facts)}, $case->{vars};
  write_file("$dir/facts.json", Json::encode(\%facts) . "\n");
  my ($name, $path) = ($env->{name} // 'production', "$dir/environments");
  my @modulepath = @{ $env->{modulepath} || [] };
  make_path($_) for @modulepath;
  if ($env->{root}) {
    ($path = $env->{root}) =~ s{/[^/]*$}{};
  } else {
    make_path("$path/$name/modules");
    write_file("$path/$name/environment.conf", 'modulepath = ' . join(':', @modulepath) . "\n") if @modulepath;
  }
  return ('--statsfile', "$opt{work}/stats", '--facts', "$dir/facts.json", '--environmentpath', $path, '--environment', $name,
    @classifier, settings($case));
}

# The case's classes come from an external node classifier, as they would in a site; JSON is YAML.
sub classifier {
  my ($node, $dir) = @_;
  write_file("$dir/answer", Json::encode({ classes => $node->{classes}, parameters => $node->{parameters} || {} }) . "\n");
  write_file("$dir/classifier", "#!/bin/sh\ncat '$dir/answer'\n");
  chmod 0755, "$dir/classifier" or die "$dir/classifier: $!\n";
  return ('--node_terminus', 'exec', '--external_nodes', "$dir/classifier");
}

sub run_compile {
  my ($case, $dir) = @_;
  my $main = "$dir/main.pp";
  if (defined $case->{source} && !ref $case->{source}) { write_file($main, $case->{source}) }
  elsif ($case->{env}{manifest}) { $main = $case->{env}{manifest} }
  else { write_file($main, '') }
  my ($status, $out, $err) = run_command($dir, $opt{ficelle}, qw(catalog compile), $case->{node}{name} // 'testnode',
    '--manifest', $main, environment_arguments($case, $dir), qw(--render-as json --no-custom_facts));
  return ("ended with $status: " . first_error($err)) if $status =~ /crash/;
  my ($json) = $out =~ /^(\{.*)/ms;
  return outcome_differs($case, $status == 0, $json, "$err\n$out");
}

# Trusted data and server facts of the caller's own are given by no command, but by the batch's cases.
sub needs_node_data {
  my ($case) = @_;
  return (defined $case->{source} && $case->{source} =~ /\$(?:trusted|server_facts)\b/);
}

sub run_batch {
  my ($case, $dir) = @_;
  my $node = $case->{node};
  my %line = (id => $case->{id}, code => ref $case->{source} ? '' : $case->{source}, node => $node->{name});
  $line{$_} = $node->{$_} for grep { $node->{$_} } qw(classes parameters facts trusted server_facts);
  write_file("$dir/cases.jsonl", Json::encode(\%line) . "\n");
  my ($status, $out, $err) = run_command($dir, $opt{compile}, '--cases', "$dir/cases.jsonl");
  my $got = eval { Json::decode($out) } or return ("no outcome: $status " . first_error("$err$out"));
  my $ok = Json::true($got->{ok});
  return outcome_differs($case, $ok, $ok ? Json::encode($got->{catalog}) : '', join "\n", $got->{error} // '',
    map { $_->[1] } @{ $got->{logs} || [] });
}

# $text is everything that was logged.
sub outcome_differs {
  my ($case, $ok, $json, $text) = @_;
  my $expect = $case->{expect};
  return $ok ? ("compiled, but expected: $expect->{error}{message}") : message_differs($expect->{error}, $text)
    if $expect->{error};
  return ('expected a catalog', 'got:      ' . first_error($text)) unless $ok;
  my $got = eval { Json::decode($json // '') } or return ("the catalog is not JSON: $@");
  my @why = catalog_differs($expect->{catalog}, $got);
  return @why ? @why[0 .. ($#why < 5 ? $#why : 5)] : notices_missing($expect->{notices}, $text);
}

sub run_evaluate {
  my ($case, $dir) = @_;
  my ($file, @code) = ("$dir/main.pp");
  write_file($file, $case->{source});
  if (defined $case->{code}) {
    write_file("$dir/code.pp", $case->{code});
    @code = ('--manifest', "$dir/code.pp");
  }
  my ($status, $out, $err) =
    run_command($dir, $opt{ficelle}, 'evaluate', environment_arguments($case, $dir), @code, $file);
  my $expect = $case->{expect};
  return ("ended with $status: " . first_error($err)) if $status =~ /crash/;
  if ($expect->{error}) {
    return ("evaluated, but expected: $expect->{error}{message}") if $status == 0;
    return message_differs($expect->{error}, "$err$out");
  }
  return ('expected ' . Json::encode($expect->{value}), 'got:      ' . first_error("$err$out")) if $status != 0;
  my ($line) = $out =~ /([^\n]+)\n?\z/;
  my ($want, $got) = map { Json::encode(plain_numbers($_)) } $expect->{value}, eval { Json::decode($line // '') };
  return $want eq $got ? notices_missing($expect->{notices}, "$err\n$out") : ("expected $want", "got      $got");
}

# Floating point numbers may be written in several ways.
sub plain_numbers {
  my ($value) = @_;
  return { map { $_ => plain_numbers($value->{$_}) } keys %$value } if ref $value eq 'HASH';
  return [map { plain_numbers($_) } @$value] if ref $value eq 'ARRAY';
  return $value unless ref $value && $$value =~ /^-?\d.*[.eE]/;
  my $text = sprintf '%.17e', $$value;
  return bless \$text, 'Json::Token';
}

# Catalogs are compared as sets: the recording does not hold file and line.
sub catalog_differs {
  my ($want, $got) = @_;
  my %want = map { ("$_->{type}\[$_->{title}]" => shape($_)) } @{ $want->{resources} };
  my %got = map { ("$_->{type}\[$_->{title}]" => shape($_)) } @{ $got->{resources} };
  my @out = map { !$got{$_} ? "lacks $_" : $got{$_} ne $want{$_} ? "$_: expected $want{$_}, got $got{$_}" : () } sort keys %want;
  push @out, map { $want{$_} ? () : "has an extra $_" } sort keys %got;
  push @out, sets_differ('edge', [map { ref $_ eq 'ARRAY' ? "$_->[0] -> $_->[1]" : "$_->{source} -> $_->{target}" } @{ $want->{edges} }],
    [map { "$_->{source} -> $_->{target}" } @{ $got->{edges} }]);
  return (@out, sets_differ('class', $want->{classes}, $got->{classes}));
}

sub shape {
  my ($r) = @_;
  return Json::encode({
    map({ $_ => Json::true($r->{$_}) ? 'yes' : 'no' } qw(exported virtual)),
    tags => [sort @{ $r->{tags} || [] }],
    parameters => $r->{parameters} || {},
    sensitive_parameters => [sort @{ $r->{sensitive_parameters} || [] }],
  });
}

sub sets_differ {
  my ($what, $want, $got) = @_;
  my %want = map { $_ => 1 } @{ $want || [] };
  my %got = map { $_ => 1 } @{ $got || [] };
  return ((map { $got{$_} ? () : "lacks $what $_" } sort keys %want), map { $want{$_} ? () : "has an extra $what $_" } sort keys %got);
}

sub notices_missing {
  my ($notices, $text) = @_;
  for my $notice (grep { $_->[0] eq 'notice' } @{ $notices || [] }) {
    return ("lacks the notice: $notice->[1]") if index($text, $notice->[1]) < 0;
  }
  return ();
}
