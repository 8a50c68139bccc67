# The requests of server-routes, and the comparison: server-routes.pl WORK REAL_PORT OUR_PORT REGEXP
use strict;
use warnings;
use Digest::SHA 'sha256_hex';
use JSON::PP;
my ($work, $real, $ours, $only) = @ARGV;
my ($P, $J, $O) = ('/puppet/v3', 'Accept: application/json', 'Accept: application/octet-stream');
my @requests;
sub ask { push @requests, [@_] }
sub get { ask($_[0], '-H', $_[1] // $J) }
sub put { ask($_[0], '-X', 'PUT', '-H', $J, '-H', 'Content-Type: ' . ($_[2] // 'application/json'), '--data-binary', $_[1]) }
my $facts = '{"name":"x.lab","values":{"os":{"name":"x"}},"timestamp":"2026-11-22T09:33:55.897712636+00:00","expiration":"2027-11-22T10:03:55.897712636+00:00"}';
sub form { my ($path, $text, @more) = @_; (my $e = $text) =~ s/(.)/sprintf '%%%02X', ord $1/ges; ask($path, '-X', 'POST', '-H', $J, '--data-urlencode', "facts=$e", map { ('-d', $_) } @more) }

# --- catalogs ---
form("$P/catalog/x.lab?environment=production", $facts, 'facts_format=application/json');
form("$P/catalog/x.lab?environment=production", $_, 'facts_format=application/json') for '{bad', '{"name":"x.lab"}', '[]';
form("$P/catalog/x.lab?environment=production", $facts, 'facts_format=foo');
form("$P/catalog/x.lab?environment=production", $facts);
form("$P/catalog/y.lab?environment=production", $facts, 'facts_format=application/json');
for my $node ('x.lab', 'sens.lab', 'bad.lab') {
  get("$P/catalog/$node?environment=production", "Accept: $_") for 'application/json', '*/*', 'application/vnd.puppet.rich+json, application/json', 'text/plain;q=0.1, application/json;q=0';
}
get("$P/catalog/x.lab?environment=production", $_) for 'Accept: image/png', 'Accept:';
get("$P/catalog/x.lab$_") for '', '?environment=', '?environment=bad-env', '?environment=nosuch', '?environment=nosuch&check_environment=true', '?environment=other', '?environment=broken', '?environment=types';
get("$P/catalog/x.lab?environment=production&static_catalog=true$_") for '', '&checksum_type=sha256.md5', '&checksum_type=md5', '&checksum_type=foo';
get("$P/catalog/a%2fb?environment=production");
for my $body ('{}', '{"certname":"x.lab","persistence":{"facts":false,"catalog":false},"environment":"production"}',
  '{"certname":"x.lab","persistence":{"facts":true,"catalog":true},"environment":"production","facts":{"values":{"os":"y"}},"trusted_facts":{"values":{"certname":"zz","authenticated":"no"}}}',
  '{"certname":1,"persistence":{"facts":false,"catalog":"x"},"environment":"production"}',
  '{"certname":"x.lab","persistence":{"facts":false},"environment":"production","foo":1,"facts":{"x":1},"options":{"capture_logs":1,"x":2}}',
  '{"certname":"x.lab","persistence":{"facts":false,"catalog":false},"environment":"nosuch"}') {
  ask('/puppet/v4/catalog', '-X', 'POST', '-H', 'Content-Type: application/json', '-d', $body);
}
# --- nodes, facts, reports ---
put("$P/facts/x.lab?environment=production", $_) for $facts, '{"name":"y.lab","values":{"a":1}}', '{bad', '[1]', '', '{"name":"x.lab"}';
put("$P/facts/x.lab?environment=nosuch", $facts);
put("$P/facts/x.lab?environment=production", $facts, 'image/png');
get("$P/node/$_") for 'x.lab?environment=production', 'x.lab', 'x.lab?environment=nosuch', 'x.lab?environment=bad-x', '?environment=production', 'x.lab/y?environment=production', 'nofacts.lab?environment=production';
get("$P/node/x.lab?environment=production", 'Accept: image/png');
my $report = '{"host":"x.lab","time":"2026-11-22T09:33:55.897712636+00:00","configuration_version":1,"transaction_uuid":"u","report_format":12,"puppet_version":"7.23.0","status":"unchanged","noop":false,"environment":"production","logs":[],"metrics":{},"resource_statuses":{}}';
(my $other = $report) =~ s/x\.lab/other.lab/;
put("$P/report/x.lab?environment=production", $_) for $report, $other, '{}', '[]', '"x"', '', '{bad';
put("$P/report/x.lab?environment=production", $report, 'image/png');
# --- files ---
for my $file ('modules/demo/hello.txt', 'modules/demo/nosuch', 'modules/nomod/x', 'modules/demo', 'modules', 'nosuchmount/x', 'mod%20ules/x', 'modules/demo/dir', 'modules/demo/dir/link',
  'modules/demo/dir/dangling', 'plugins/facter/demo.rb', 'plugins', 'pluginfacts/ext.txt', 'tasks/demo/init.sh', 'tasks', 'scripts/demo/s.sh', 'locales', '', 'modules//demo//hello.txt', 'own/file', 'own') {
  get("$P/file_metadata/$file?environment=production$_") for '', '&checksum_type=md5', '&links=follow', '&links=foo', '&source_permissions=use', '&checksum_type=foo', '&checksum_type=mtime', '&checksum_type=sha256lite';
  get("$P/file_content/$file?environment=production", $O);
  get("$P/file_metadatas/$file?environment=production$_") for '', '&recurse=true', '&recurse=false', '&recurse=true&recurselimit=1', '&recurse=true&max_files=1', '&recurse=true&max_files=-1&ignore=.svn', '&links=ignore';
}
get("$P/file_content/modules/demo/hello.txt$_", $O) for '', '?environment=nosuch', '?environment=bad-x';
get("$P/file_content/modules/demo/hello.txt?environment=production");
get("$P/file_metadatas/plugins?environment=other&recurse=true");
# --- file buckets ---
my ($s, $t) = (sha256_hex('hello'), sha256_hex("other\n"));
my $B = "$P/file_bucket_file";
ask("$B/sha256/$$_[0]/tmp/x?environment=production", '-X', 'PUT', '-H', $O, '-H', 'Content-Type: application/octet-stream', '--data-binary', $$_[1]) for [$s, 'hello'], [$t, "other\n"];
get("$B/$_", $O) for map { ("sha256/$s$_") } '/tmp/x?environment=production', '/?environment=production', '?environment=production', '/tmp/other?environment=production', '?environment=production&list_all=true', '?environment=nosuch', '',
  '?environment=production&diff_with=nosuch';
get("$B/$_?environment=production", $O) for 'sha256/zz', 'md5/zz', 'sha256', '';
get("$B/sha256/$s?environment=production", 'Accept: text/plain');
put("$B/sha256/$s/x?environment=production", 'x');
# --- environments, tasks, contents of versions ---
ask("$P/$_") for 'environments', (map { ("environment_classes$_", "environment_modules$_", "environment_transports$_") } '?environment=production', '?environment=types', '?environment=bad-x'),
  (map { ("environment_classes$_", "environment_modules$_") } '', '?environment=nosuch'), 'tasks?environment=production', 'tasks', 'tasks?environment=nosuch', 'plans?environment=production', 'plans',
  (map { "tasks/demo/$_?environment=production" } 'init', 'other', 'multi', 'miss', 'bad', 'noexec', 'nosuch'), 'tasks/nosuch/init?environment=production', 'tasks/demo/init?environment=nosuch',
  (map { "plans/$_?environment=production" } 'demo/p', 'demo/zz', 'zz/zz'),
  (map { "static_file_content/$_" } 'modules/demo/files/hello.txt?environment=production&code_id=x', 'modules/demo/manifests/init.pp?environment=production&code_id=x', 'modules/demo/files/hello.txt?environment=production&code_id=a/b',
  'modules/demo/files/hello.txt?environment=bad-env&code_id=ab', 'modules/demo/files/hello.txt?environment=production', '?environment=production&code_id=x', 'modules/demo/files/nosuch?environment=production&code_id=x');

# --- apply blocks of Bolt ---
my $encoder = JSON::PP->new->canonical->utf8;
sub block {
  my ($name, %more) = @_;
  my $code = $name;
  if (open my $f, '<:encoding(UTF-8)', "$work/blocks/$name.json") { local $/; $code = <$f> }   # as it is: Puppet minds the order
  my %body = (certname => 'x.lab', code_ast => $code, environment => 'production', trusted_facts => { values => { certname => 'x.lab' } },
    facts => { values => { os => 'osname' } }, variables => { values => { v => 'value' } }, %more);
  delete $body{$_} for grep { !defined $body{$_} } keys %body;
  ask("$P/compile", '-X', 'POST', '-H', 'Content-Type: application/json', '-d', $encoder->encode(\%body));
}
block($_) for map { m{([^/]+)\.json$} } glob "$work/blocks/*.json";
block('logs', options => { capture_logs => JSON::PP::true, log_level => $_ }) for 'info', 'warning';
block('one', job_id => 'case', %$_) for { environment => undef }, { versioned_project => 'p' }, { environment => 'nosuch' }, { environment => 'broken' }, { environment => 'other' }, { facts => undef },
  { variables => { values => [ { v => 1 }, { w => 2 } ] } }, { variables => { values => { 'A-b' => 1 } } }, { variables => { values => { os => 1 } } }, { options => { compile_for_plan => JSON::PP::true } },
  { certname => 5 }, { variables => { values => 'x' } }, { variables => { values => { s => { __ptype => 'Sensitive', __pvalue => 'x' } } } };
block('{bad'), block('[]'), block('{}');
# --- what programs that watch ask for ---
get("/metrics/v2$_") for '/nosuch/x', '/read/puppetserver:name=nosuch', '/read/puppetserver:name=puppetlabs.localhost.num-cpus', '/read/puppetserver:name=puppetlabs.localhost.num-cpus/Value',
  '/read/puppetserver:name=puppetlabs.localhost.num-cpus/Nosuch', '/search/puppetserver:name=puppetlabs.localhost.num*', '/read/puppetserver:name=nosuch*', '/search/nosuch:*';
ask('/metrics/v2', '-X', 'POST', '-H', $J, '-d', $_) for '[{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus"},{"type":"read","mbean":"puppetserver:name=nosuch"}]', '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":["Value"]}', '{bad';

# What differs on purpose (docs/routes.md): [path, an argument of the request or undef].
my @known = (
  [qr{^$P/catalog/bad\.lab}, qr{image/png}],
  [qr{^$P/compile}, qr{"values":\[}],          # variables in a list: puppetserver takes one only for a plan
  [qr{^$P/compile}, qr{versioned_project}],
  [qr{^$P/compile}, qr{"code_ast":"(\[\]|\{\})"}],      # plain data is a catalog of nothing there
);

sub fetch {
  my ($port, $path, @args) = @_;
  my $ssl = "$work/ficelle/ssl";
  open my $f, '-|', 'curl', '-sg', '--path-as-is', '--max-time', '30', '--cacert', "$ssl/certs/ca.pem", '--cert', "$ssl/certs/srv.lab.pem", '--key', "$ssl/private_keys/srv.lab.pem",
    '-w', "\n%{http_code} %{content_type}", @args, "https://localhost:$port$path" or die "curl: $!";
  local $/;
  my $text = <$f> // '';
  close $f;
  return $text;
}
my $json = JSON::PP->new->canonical->allow_nonref;
sub sorted {
  my $v = shift;
  return { map { $_ => sorted($$v{$_}) } keys %$v } if ref $v eq 'HASH';
  return $v unless ref $v eq 'ARRAY';
  my @all = map { sorted($_) } @$v;
  my $files = @all && !grep { ref $_ ne 'HASH' || !(exists $$_{relative_path} || exists $$_{filename} || exists $$_{path} || (exists $$_{name} && !exists $$_{type} && !exists $$_{default_source})) } @all;
  return $files ? [sort { $json->encode($a) cmp $json->encode($b) } @all] : \@all;
}
sub normal {
  my $text = shift;
  my ($body, $end) = $text =~ /\A(.*)\n([^\n]*)\z/s;
  $body =~ s/"catalog_uuid":"[^"]*"/"catalog_uuid":"U"/;
  $body =~ s/"version":\d{9,}/"version":0/;
  # In its list of classes puppetserver resolves a type of resources only when an earlier request had its JRuby load it.
  $body =~ s/TypeReference\['File\[\\*'x\\*'\]'\]/File['x']/g;
  $body =~ s/ java\.io\.InputStreamReader\@\w+//;
  $body =~ s/"timestamp":\d{9,}/"timestamp":0/g;
  $body =~ s/"time":"20[^"]*"/"time":"T"/g;
  $body =~ s{\Q$work\E/(puppet|ficelle)/}{WORK/}g;
  $body =~ s/"(owner|group)":\d+/"$1":0/g;
  $body =~ s/java\.lang\.\w+: |org\.jruby\.exceptions\.\w+: |\((?:EnvironmentNotFound|PreformattedError|ArgumentError|ParserError|Error)\) //g;
  my $data = eval { $json->decode($body) };
  $body = $json->encode(sorted($data)) if ref $data;
  $end =~ s/; /;/;
  return "$body\n" . lc $end;
}
my ($same, $differ, $meant) = (0, 0, 0);
for my $r (@requests) {
  my ($path, @args) = @$r;
  next unless $path =~ /$only/;
  my ($a, $b) = map { normal(fetch($_, $path, @args)) } $real, $ours;
  if ($a eq $b) { $same++; next }
  if (grep { $path =~ $$_[0] && (!defined $$_[1] || "@args" =~ $$_[1]) } @known) { $meant++; next }
  $differ++;
  my $i = 0;
  $i++ while $i < length $a && $i < length $b && substr($a, $i, 1) eq substr($b, $i, 1);
  $i = $i > 80 ? $i - 80 : 0;
  print "DIFFERS: $path ", substr("@args", 0, 400), "\n  puppetserver: ", substr($a, $i, 300), "\n  ficelle:      ", substr($b, $i, 300), "\n";
}
print "server-routes: $same answers are the same, $meant differ as is meant, $differ differ\n";
exit($differ > 0 || $same == 0);
