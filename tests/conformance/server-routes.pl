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
# --- files of Bolt's projects ---
for my $project ('named', 'boxed', 'old', 'list', 'bad', 'plain', 'nosuch', '') {
  get("$P/file_content/$_?versioned_project=$project", $O) for 'modules/m1/x', 'modules/m1/y', 'modules/m1/z', 'modules/m2/x', 'modules/proj/own', 'modules/own/d/x', 'scripts/proj/own.sh', 'tasks/proj/own.json', 'modules/nomod/x',
    'plugins/facter/own.rb', 'plugins/facter/m1.rb', 'plugins/m2.rb', 'plugins/a.rb', 'plugins/nosuch', 'pluginfacts/own.txt', 'pluginfacts/own2.txt', 'locales/x', 'modules', 'modules/m1', '';
  get("$P/file_metadatas/$_?versioned_project=$project") for 'plugins', 'plugins/', 'plugins/facter', 'pluginfacts', 'modules/m1', 'modules/m1/x', 'tasks/proj/own.json', 'nosuch', '';
}
get("$P/file_metadatas/plugins?versioned_project=named&$_") for 'checksum_type=md5', 'checksum_type=sha1', 'recurse=true&links=follow&source_permissions=ignore&recurselimit=infinite', 'recurse=false', 'links=manage&source_permissions=use', 'recurselimit=1',
  'ignore=m1.rb&ignore=.svn', 'ignore=*.rb&ignore=x';
get("$P/file_content/modules/own/d?versioned_project=named", $O);
get("$P/$_?versioned_project=named&environment=production", $O) for 'file_content/modules/m1/x', 'file_metadatas/plugins', 'file_metadata/modules/demo/hello.txt';
get("$P/$_?versioned_project=named", 'Accept: image/png') for 'file_content/modules/m1/x', 'file_metadatas/plugins', 'file_metadata/modules/m1/x';
get("$P/file_metadatas/plugins");
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
block('one', job_id => 'case', %$_) for { environment => undef }, (map { ({ versioned_project => $_ }, { versioned_project => $_, environment => undef }, { versioned_project => $_, environment => undef, options => { compile_for_plan => JSON::PP::true } }) } 'named', 'bad', 'nosuch'), { environment => 'nosuch' }, { environment => 'broken' }, { environment => 'other' }, { facts => undef },
  { variables => { values => [ { v => 1 }, { w => 2 } ] } }, { variables => { values => { 'A-b' => 1 } } }, { variables => { values => { os => 1 } } }, { options => { compile_for_plan => JSON::PP::true } },
  { certname => 5 }, { variables => { values => 'x' } }, { variables => { values => { s => { __ptype => 'Sensitive', __pvalue => 'x' } } } };
block('{bad'), block('[]'), block('{}');
# --- what programs that watch ask for ---
get("/metrics/v2$_") for '/nosuch/x', '/read/puppetserver:name=nosuch', '/read/puppetserver:name=puppetlabs.localhost.num-cpus', '/read/puppetserver:name=puppetlabs.localhost.num-cpus/Value',
  '/read/puppetserver:name=puppetlabs.localhost.num-cpus/Nosuch', '/search/puppetserver:name=puppetlabs.localhost.num*', '/read/puppetserver:name=nosuch*', '/search/nosuch:*';
ask('/metrics/v2', '-X', 'POST', '-H', $J, '-d', $_) for '[{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus"},{"type":"read","mbean":"puppetserver:name=nosuch"}]', '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":["Value"]}', '{bad';

# --- odd requests ---
my @json = ('-H', 'Content-Type: application/json');
ask("$P/$_", '-H', 'Accept: application/json') for 'nosuch/x', 'catalog', 'catalog/', 'node', 'node/', 'facts/x.lab?environment=production', 'report/x.lab?environment=production', 'file_metadata', 'file_content', 'file_metadatas', 'environments/', 'environments/x', 'environment_classes/', 'tasks/', 'tasks/demo', 'tasks/demo/', 'plans/', 'plans/demo',
  'status/x?environment=production', 'compile', 'static_file_content', 'static_file_content/', 'environment/production', 'resource_type/x', 'certificate/ca', 'CATALOG/x.lab', '/catalog/x.lab?environment=production', 'catalog//x.lab?environment=production', 'catalog/x.lab/?environment=production', 'catalog/x.lab/y?environment=production';
ask($_, '-H', 'Accept: */*') for '', '/', '/puppet', '/puppet/', '/puppet/v3', '/puppet/v3/', '/puppet/v2/x', '/puppet/v4', '/puppet/v4/catalog', '/puppet-ca', '/puppet-ca/v1', '/puppet-ca/v1/', '/puppet-ca/v2/certificate/ca', '/status', '/status/', '/status/v1', '/status/v1/', '/status/v1/services/', '/status/v1/simple/', '/status/v1/simple/nosuch', '/status/v1/simple/server', '/status/v1/services/nosuch', '/status/v1/services?level=foo', '/status/v1/simple?level=foo', '/status/v2/services', '/production/catalog/x', '/v2.0/x', '/favicon.ico', '/puppet-admin-api', '/puppet-admin-api/v1', '/puppet-admin-api/v1/', '/puppet-admin-api/v1/nosuch', '/%70uppet/v3/environments', '/puppet/v3/%65nvironments', '/puppet%2Fv3/environments', '/puppet/v3/../v3/environments', '/puppet/./v3/environments', '/puppet/v3/environments;x=y', '/puppet/v3;a=b/environments', '/puppet/v3/environments#x', '/puppet/v3/environments?%zz', '/puppet/v3/environments?a=%', '/puppet/v3/%zz', '/puppet/v3/%', '/puppet/v3/node/%00?environment=production', '/puppet/v3/node/%0a?environment=production', '/puppet/v3/node/a%20b?environment=production', '/puppet/v3/node/a+b?environment=production', '/puppet/v3/node/%C3%BC?environment=production', '/puppet/v3/node/%FF?environment=production', '/puppet/v3/node/X.LAB?environment=production', '/puppet/v3/node/' . ('a' x 300) . '?environment=production', '/puppet/v3/node/a%2Fb?environment=production', '/puppet/v3/node/..%2Fb?environment=production', '/puppet/v3/node/.?environment=production', '/puppet/v3/node/..?environment=production', '/puppet/v3/node/a"b?environment=production', '/puppet/v3/node/a<b>?environment=production', '/nosuch/a%3Cb%3E', '/nosuch/%C3%BC';
for my $m ('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'FOO', 'TRACE') {
  my @m = $m eq 'HEAD' ? ('--head', '-o', '/dev/null') : ('-X', $m);
  ask($_, @m, '-H', 'Accept: application/json') for "$P/environments", "$P/catalog/x.lab?environment=production", "$P/node/x.lab?environment=production", "$P/facts/x.lab?environment=production", "$P/report/x.lab?environment=production", "$P/file_metadata/modules/demo/hello.txt?environment=production",
   "$P/file_metadatas/modules/demo?environment=production&recurse=true", "$P/tasks?environment=production", "$P/nosuch", '/status/v1/services', '/status/v1/simple', '/status/v1/services/server', '/puppet/v4/catalog', '/puppet-admin-api/v1/jruby-pool/thread-dump';
  ask($_, @m, '-H', 'Accept: application/octet-stream') for "$P/file_content/modules/demo/hello.txt?environment=production", "$P/static_file_content/modules/demo/files/hello.txt?environment=production&code_id=x";
}
get("$P/node/x.lab?environment=$_") for 'Production', 'prod%75ction', 'production%20', 'a' x 300, 'production&environment=other', '%00', 'pro/duction', '..', 'production%2F..', '_', '1';
get("$P/$_?environment=production&foo=bar&foo=baz&transaction_uuid=x&=y&z") for 'node/x.lab', 'environment_classes', 'file_metadata/modules/demo/hello.txt', 'tasks', 'environments';
get("$P/node/x.lab?environment=production", $_) for 'Accept: application/*', 'Accept: */*;q=0.1', 'Accept: text/*', 'Accept: application/json;charset=utf-8', 'Accept: APPLICATION/JSON', 'Accept: json', 'Accept: pson', 'Accept: text/pson', 'Accept: application/x-msgpack, application/json', 'Accept: ,', 'Accept: yaml', 'Accept: text/yaml', 'Accept: application/x-raw', 'Accept: application/json, nonsense', 'Accept: s', 'Accept: foo/bar, */*', 'Accept: application/vnd.puppet.rich+json';
get("$P/file_metadata/modules/demo/hello.txt$_", 'Accept: image/png') for '', '?environment=bad-x', '?environment=nosuch', '?environment=production';
get("$P/node/x.lab$_", 'Accept: image/png') for '', '?environment=bad-x', '?environment=nosuch';
get("$P/catalog/x.lab$_", 'Accept: image/png') for '', '?environment=bad-x', '?environment=nosuch';
get("$P/file_content/modules/demo/hello.txt$_", 'Accept: image/png') for '?environment=bad-x', '?environment=nosuch', '?environment=production';
put("$P/facts/x.lab?environment=production", $facts, $_) for 'application/json; charset=utf-8', 'APPLICATION/JSON', 'text/json', 'text/pson', 'application/x-www-form-urlencoded', '', 'json', 'application/x-msgpack', 'text/yaml', 'application/json;charset=latin1', 'application/json, text/plain';
put("$P/report/x.lab?environment=production", $report, $_) for 'application/json; charset=utf-8', 'text/json', 'text/pson', 'application/x-www-form-urlencoded', '', 'application/x-msgpack', 'text/yaml';
put("$P/report/x.lab$_", $report) for '', '?environment=bad-x', '?environment=nosuch';
put("$P/facts/x.lab$_", $facts) for '', '?environment=bad-x';
put("$P/facts/X.LAB?environment=production", $facts);
put("$P/facts/?environment=production", $facts);
put("$P/facts?environment=production", $facts);
# bodies in other encodings
for my $e ('gzip', 'deflate', 'zstd', 'br', 'identity', 'nonsense') { ask("$P/facts/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', "Content-Encoding: $e", '--data-binary', $facts) }
ask("$P/facts/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', 'Transfer-Encoding: chunked', '--data-binary', $facts);
ask("$P/facts/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', 'Expect: 100-continue', '--data-binary', $facts);
ask("$P/facts/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', 'Expect: nonsense', '--data-binary', $facts);
ask("$P/facts/x.lab?environment=production", '--http1.0', '-X', 'PUT', '-H', $J, @json, '--data-binary', $facts);
ask("$P/environments", '--http1.0');
ask("$P/environments", '-H', 'Connection: close');
ask("$P/environments", '-H', 'Host:');
ask("$P/environments", '-H', 'Host: other.example.com');
ask("$P/environments", '-H', 'If-Modified-Since: Thu, 26 Nov 2026 09:33:34 GMT');
ask("$P/environments", '-H', 'Range: bytes=0-3');
ask("$P/file_content/modules/demo/hello.txt?environment=production", '-H', $O, '-H', $_) for 'Range: bytes=0-1', 'If-Modified-Since: Thu, 26 Nov 2099 09:33:34 GMT', 'If-None-Match: *', 'Accept-Encoding: gzip';
ask("/puppet-ca/v1/certificate_revocation_list/ca", '-H', "If-Modified-Since: $_", '-H', 'Accept: text/plain') for 'Thu, 26 Nov 2099 09:33:34 GMT', 'Thu, 26 Nov 1999 09:33:34 GMT', 'nonsense', '', 'Thursday, 26-Nov-99 09:33:34 GMT', '2099-01-01';
# forms and other bodies of catalogs
ask("$P/catalog/x.lab?environment=production", '-X', 'POST', '-H', $J, @$_) for [@json, '-d', $facts], ['-H', 'Content-Type: text/plain', '-d', 'x'], ['-H', 'Content-Type:', '-d', 'facts_format=application/json'], ['-d', ''], ['-d', 'a=b&c'], ['-d', 'environment=other'], ['-d', 'facts_format=pson&facts=%7B%7D'], ['-d', 'facts=%7B%7D'], ['-F', 'a=b'],
  ['-d', 'transaction_uuid=11111111-2222&job_id=5&checksum_type=sha256.md5&configured_environment=other&static_catalog=false'];
ask("$P/catalog/$_?environment=production", '-H', $J) for 'X.LAB', 'a' x 300, 'a%20b', '%C3%BC.lab', 'a_b.lab', '.lab', '-x', 'a%0Ab', '*', 'x.lab.';
# the authority
my $CA = '/puppet-ca/v1';
ask("$CA/$_", '-H', 'Accept: text/plain') for 'certificate/ca', 'certificate/CA', 'certificate/nosuch', 'certificate/srv.lab/', 'certificate/srv.lab?environment=x', 'certificate/', 'certificate', 'certificate/..%2Fx', 'certificate/A%20b', 'certificate/%00', 'certificate/' . 'a' x 300, 'certificate_request/nosuch', 'certificate_request/X', 'certificate_revocation_list/x', 'certificate_revocation_list', 'certificate_status/nosuch', 'certificate_status/X.LAB', 'certificate_statuses', 'certificate_statuses/', 'certificate_statuses/x?state=foo', 'expirations', 'expirations/';
ask("$CA/certificate_status/$_->[0]", '-X', 'PUT', @json, '-d', $_->[1]) for ['nosuch', '{"desired_state":"signed"}'], ['srv.lab', '{"desired_state":"foo"}'], ['srv.lab', '{}'], ['srv.lab', ''], ['srv.lab', '{bad'], ['srv.lab', '[]'], ['srv.lab', '{"desired_state":"signed"}'], ['nosuch', '{"desired_state":"revoked"}'], ['X.LAB', '{"desired_state":"signed"}'], ['srv.lab', '{"desired_state":"signed","cert_ttl":"x"}'], ['srv.lab', '{"desired_state":5}'];
ask("$CA/certificate_status/nosuch", '-X', 'DELETE');
ask("$CA/certificate_request/$_->[0]", '-X', 'PUT', '-H', 'Content-Type: text/plain', '-d', $_->[1]) for ['x', ''], ['x', 'nonsense'], ['X.LAB', 'nonsense'], ['*', 'nonsense'], ['a b', 'nonsense'];
ask("$CA/certificate_request/nosuch", '-X', 'DELETE');
ask("$CA/clean", '-X', 'PUT', @json, '-d', $_) for '', '{}', '{bad', '{"certnames":[]}', '{"certnames":["nosuch"]}', '{"certnames":"nosuch"}', '{"certnames":["nosuch","x"],"async":true}', '{"async":"x","certnames":["nosuch"]}', '[]';
ask("$CA/sign", '-X', 'POST', @json, '-d', $_) for '{"certnames":["x"]}', '';
ask("$CA/certificate_revocation_list", '-X', 'PUT', '-d', $_) for '', 'nonsense';

# --- conditions, ranges, encodings, and what else HTTP can ask; headers are compared, too ---
my @more = ('-w', "\n%{http_code} %{content_type} allow=%header{allow} etag=%header{etag} range=%header{accept-ranges} encoding=%header{content-encoding} to=%header{location} auth=%header{www-authenticate}");
my $hello = "$P/file_content/modules/demo/hello.txt?environment=production";
my $fixed = "$P/static_file_content/modules/demo/files/hello.txt?environment=production&code_id=x";
for my $h ('If-None-Match: "x"', 'If-None-Match: *', 'If-Match: *', 'If-Match: "x"', 'If-Unmodified-Since: Thu, 26 Nov 1999 09:33:34 GMT', 'If-Modified-Since: Thu, 26 Nov 2099 09:33:34 GMT', 'If-Range: "x"', 'Range: bytes=-1', 'Range: bytes=4-1', 'Range: bytes=0-1,3-4',
  'Range: bytes=99-', 'Range: lines=1', 'TE: trailers', 'Cache-Control: only-if-cached', 'Upgrade: h2c', 'Max-Forwards: 0') {
  ask($hello, @more, '-H', $O, '-H', $h);
  ask($_, @more, '-H', $J, '-H', $h) for "$P/environment_classes?environment=production", "$P/file_metadata/modules/demo/hello.txt?environment=production", '/status/v1/simple';
  ask($_, @more, '-H', 'Accept: text/plain', '-H', $h) for '/puppet-ca/v1/certificate/ca', $fixed;
}
for my $e ('gzip', 'gzip;q=0', 'identity', 'identity;q=0', '*', '*;q=0', 'deflate', 'br', 'x-gzip', 'GZIP', 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3', 'nonsense', ',', '') {
  ask($_, @more, '--compressed', '-H', $J, '-H', "Accept-Encoding: $e") for "$P/environment_classes?environment=types", "$P/catalog/x.lab?environment=production", '/puppet-ca/v1/certificate/ca', $hello;
}
# Bodies that are compressed: whole, and cut in the middle.
use IO::Compress::Gzip 'gzip';
gzip(\$facts => \my $packed);
for my $part ([whole => $packed], [half => substr $packed, 0, length($packed) / 2], [head => substr $packed, 0, 10], [spoilt => substr($packed, 0, 40) . 'x' . substr $packed, 41]) {
  my $file = "$work/facts.$$part[0].gz";
  open my $f, '>:raw', $file or die; print $f $$part[1]; close $f;
  for my $e ('gzip', 'x-gzip', 'deflate', 'gzip, gzip') {
    ask("$P/facts/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', "Content-Encoding: $e", '--data-binary', "\@$file");
  }
  ask("$P/report/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', 'Content-Encoding: gzip', '--data-binary', "\@$file");
  ask("$P/catalog/x.lab?environment=production", '-X', 'POST', '-H', $J, '-H', 'Content-Encoding: gzip', '--data-binary', "\@$file");
  ask('/puppet-ca/v1/clean', '-X', 'PUT', @json, '-H', 'Content-Encoding: gzip', '--data-binary', "\@$file");
}
# What JSON can be.
my $nested = sub { '{"name":"x.lab","values":{"a":' . ('[' x $_[0]) . (']' x $_[0]) . '}}' };
put("$P/facts/x.lab?environment=production", $_) for '{"name":"x.lab","name":"y.lab","values":{}}', '{"name":"x.lab","values":{"a":1,"a":2}}', '{"name":"x.lab","values":[]}', '{"name":"x.lab","values":null}', '{"name":"x.lab","values":"x"}', '{"name":null,"values":{}}', '{"name":5,"values":{}}',
  '{"values":{}}', "\xEF\xBB\xBF$facts", "$facts x", "$facts$facts", ' ' . $facts . "\n", '{"name":"x.lab","values":{"a":NaN}}', '{"name":"x.lab","values":{"a":Infinity}}', '{"name":"x.lab","values":{"a":1e400}}', '{"name":"x.lab","values":{"a":123456789012345678901234567890}}', '{"name":"x.lab","values":{"a":01}}',
  '{"name":"x.lab","values":{"a":"\u0000"}}', '{"name":"x.lab","values":{"a":"\ud800"}}', '{"name":"x.lab","values":{"a":"\x"}}', "{\"name\":\"x.lab\",\"values\":{\"a\":\"\xFF\"}}", "{\"name\":\"x.lab\",\"values\":{\"a\":\"\t\"}}", "{'name':'x.lab'}", '{"name":"x.lab",}', '/* c */' . $facts, 'null', 'true', '""', '5', $nested->(50), $nested->(99), $nested->(101), $nested->(600),
  '{"name":"x.lab","values":{},"timestamp":"nonsense"}', '{"name":"x.lab","values":{},"timestamp":5}', '{"name":"x.lab","values":{},"timestamp":null}', '{"name":"x.lab","values":{},"expiration":"nonsense"}', '{"name":"x.lab","values":{},"other":1}', '{"name":"X.LAB","values":{}}', '{"name":"","values":{}}';
put("$P/report/x.lab?environment=production", $_) for 'null', 'true', '5', '{"host":"x.lab"}', '{"host":null}', '{"host":5}', "$report x", "\xEF\xBB\xBF$report", '{"host":"x.lab","logs":5}', '{"host":"x.lab","metrics":[]}', '{"host":"x.lab","resource_statuses":"x"}', '{"host":"X.LAB"}';
# What a form can be.
my $form = sub { ask("$P/catalog/x.lab$_[0]", '-X', 'POST', '-H', $J, @{ $_[2] // [] }, '-d', $_[1]) };
my $plain = '%7B%22name%22%3A%22x.lab%22%2C%22values%22%3A%7B%7D%7D';
$form->('?environment=production', $_) for "facts_format=application/json&facts=$plain&facts=x", "facts_format=application/json&facts_format=x&facts=$plain", "facts=$plain&facts_format=application%2Fjson&=&&x", "facts_format=application/json&facts=%", "facts_format=application/json&facts=%7", "facts_format=application/json&facts=%zz",
  "facts_format=application/json&facts=", "facts_format=&facts=$plain", "facts_format=APPLICATION/JSON&facts=$plain", "facts_format=application/json&facts=+$plain+", "facts_format=application/json;facts=$plain", "facts_format=application/json&facts=%EF%BB%BF$plain", "static_catalog=x&checksum_type=", 'static_catalog=1', 'transaction_uuid=%00', "transaction_uuid=" . 'a' x 3000,
  'environment=nosuch', 'configured_environment=nosuch', 'check_environment=true', 'job_id=&job_uuid=';
$form->('', "environment=production&facts_format=application/json&facts=$plain");
$form->("?environment=production&facts_format=application/json&facts=$plain", 'x=y');
$form->('?environment=production', "facts_format=application/json&facts=$plain", ['-H', "Content-Type: $_"]) for 'application/x-www-form-urlencoded; charset=utf-8', 'application/x-www-form-urlencoded; charset=nonsense', 'APPLICATION/X-WWW-FORM-URLENCODED', 'text/plain', 'multipart/form-data';
# Lines that are too long, odd targets and lengths.
ask("$P/environments?x=" . 'a' x $_) for 4000, 7000, 9000, 20000;
ask("$P/environments", '-H', 'X-Long: ' . 'a' x $_) for 4000, 7000, 9000, 20000;
ask("$P/environments", map { ('-H', "X-$_: y") } 1 .. 150);
ask("$P/environments", '--request-target', $_) for '*', "http://localhost$P/environments", "https://other$P/environments", "//x$P/environments", 'x';
ask("$P/environments", '-X', 'OPTIONS', '--request-target', '*');
ask("$P/facts/x.lab?environment=production", '-X', 'PUT', '-H', $J, @json, '-H', $_, '--data-binary', $facts) for 'Content-Length: abc', 'Content-Length: -1', 'Transfer-Encoding: nonsense', 'Content-Type: application/json', 'Content-Language: de', 'Content-Range: bytes 0-1/5', 'Content-MD5: x';
# Status and metrics.
ask("/status/v1/$_", @more) for 'services?level=INFO', 'services?level=', 'services?level=info&level=foo', 'services?LEVEL=foo', 'services?level=info&service_status_version=2', 'services?service_status_version=x', 'services/ca?level=foo', 'services/server?level=', 'services/nosuch?level=foo', 'services/CA', 'services/ca/', 'services/ca/x', 'services/master?level=critical', 'services/status-service?level=critical',
  'services/jruby-metrics?level=critical', 'services/puppet-profiler?level=critical', 'services/ca?level=critical', 'services/server?level=critical', 'simple/ca?level=debug', 'simple/CA', 'simple/jruby-metrics', 'simple/status-service', 'simple/puppet-profiler', 'simple/master', 'simple/ca/x', 'simple?x=y', 'simple;x';
ask("/status/v1/$_", '-H', 'Accept: image/png') for 'simple', 'services/ca?level=critical', 'services/nosuch';
get("/metrics$_") for '', '/', '/v1', '/v1/mbeans', '/v1/mbeans/x', '/v3', '/v2/', '/v2/read', '/v2/read/', '/v2/search', '/v2/search/', '/v2/nosuch', '/v2/read/puppetserver', '/v2/read/puppetserver:', '/v2/read/:name=x', '/v2/read/%zz', '/v2/exec/java.lang:type=Memory/gc', '/v2/write/java.lang:type=Memory/Verbose/true', '/v2/search/puppetserver:name=nosuch*', '/v2/search/x', '/v2/list/nosuch',
  '/v2/read/puppetserver:name=puppetlabs.localhost.num-cpus?maxDepth=1', '/v2/read/puppetserver:name=puppetlabs.localhost.num-cpus?mimeType=text/plain', '/v2/read/puppetserver:name=puppetlabs.localhost.num-cpus?callback=f', '/v2/read/puppetserver:name=puppetlabs.localhost.num-cpus/Value/x', '/v2/read/puppetserver%3Aname=puppetlabs.localhost.num-cpus', '/v2/READ/puppetserver:name=puppetlabs.localhost.num-cpus', '/v2/list/nosuch/x', '/v2/list/puppetserver/nosuch', '/v2/list/puppetserver/name=puppetlabs.localhost.num-cpus/attr',
  '/v2/exec', '/v2/exec/x', '/v2/exec/a:b=c/op/1/2', '/v2/write/a:b=c', '/v2/write/a:b=c/x', '/v2/read/a:b', '/v2/search/a:b', '/v2/search/', '/v2/read/puppetserver:name=puppetlabs.localhost.num-cpus/Value/x/y';
ask('/metrics/v2', '-X', 'POST', '-H', $J, '-d', $_) for '[]', '{}', '5', '"x"', 'null', '[5]', '[[]]', '{"type":"nosuch"}', '{"type":"read"}', '{"type":5}', '{"type":"read","mbean":5}', '{"type":"read","mbean":"x"}', '{"type":"READ","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus"}', '{"type":"exec","mbean":"java.lang:type=Memory","operation":"gc"}',
  '{"type":"search"}', '{"type":"search","mbean":"puppetserver:name=puppetlabs.localhost.num*"}', '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":"Nosuch"}', '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":[]}', '', '{"type":true}', '{"type":null}', '{"type":"read","mbean":[]}', '5.5', '["x/y"]', '[{"type":"version"},5]', '[{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus"},{"type":"foo"}]',
  '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":5}', '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":[5]}', '{"type":"read","mbean":"puppetserver:name=puppetlabs.localhost.num-cpus","attribute":"Value","path":"x/y"}', '{"type":"write","mbean":"a:b=c","attribute":"x","value":1}',
  '{"type":"exec","mbean":"a:b=c","operation":"x","arguments":[1]}', '{"type":"exec"}', '{"type":"list","path":"nosuch"}';
ask('/metrics/v2', '-X', $_, '-H', $J) for 'PUT', 'DELETE', 'PATCH', 'OPTIONS';
# Lists of attributes, patterns with properties, and what these do not find.
my $one = 'puppetserver:name=puppetlabs.localhost.num-cpus';
get("/metrics/v2/read/$one/$_") for 'Value,Value', 'Value,Nosuch', 'Value,', ',', ',Value', 'Value%5C,Value', 'Nosuch,Value?ignoreErrors=true', 'Nosuch?ignoreErrors=true', 'Value,Nosuch?ignoreErrors=false';
get("/metrics/v2/$_") for 'read/puppetserver:name=puppetlabs.localhost.num*/Nosuch', 'read/puppetserver:name=puppetlabs.localhost.num*/Value,x', 'read/puppetserver:name=puppetlabs.localhost.num*/x,y', 'read/puppetserver:name=puppetlabs.localhost.num*/x,y?ignoreErrors=true',
  'search/puppetserver:name=puppetlabs.localhost.num-cpus,*', 'search/puppetserver:*,name=puppetlabs.localhost.num*', 'search/puppetserver:name=*,type=*', 'read/puppetserver:name=puppetlabs.localhost.num*,*/Value',
  "?p=read/$one", '?p=nosuch', '?p=read/x', "search/x:name=y?p=read/$one";
ask('/metrics/v2', '-X', 'POST', '-H', $J, '-d', qq({"type":"read","mbean":"$one","attribute":$_})) for '["Value"]', '["Value","Nosuch"]', '[null]', '["Value","Value"]', '["Value",' . join(',', map { qq("a$_") } 1 .. 30) . '],"config":{"ignoreErrors":true}', '["x"],"config":{"ignoreErrors":true}', '["x"],"config":{"ignoreErrors":"true"}';
# The admin API.
for my $path ('environment-cache', 'jruby-pool', 'jruby-pool/thread-dump') {
  ask("/puppet-admin-api/v1/$path", '-X', $_, @more) for 'GET', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'FOO';
  ask("/puppet-admin-api/v1/$path", '--head', '-o', '/dev/null', @more);
}
ask("/puppet-admin-api/v1/environment-cache$_", '-X', 'DELETE', @more) for '', '/', '/x', '?environment=', '?environment=nosuch', '?environment=bad-env', '?environment=production&environment=other', '?environment=../x', '?x=y', '?environment';
# The authority once more.
ask("$CA/certificate_status/srv.lab", @more, '-H', "Accept: $_") for 'text/plain', 'text/pson', 'text/yaml', 'application/x-msgpack', 'image/png', '*/*', 'application/*', 'application/json;q=0', ',', 'nonsense';
ask("$CA/certificate_status/srv.lab", '-X', 'PUT', '-H', "Content-Type: $$_[0]", '-d', $$_[1]) for ['text/pson', '{"desired_state":"foo"}'], ['application/json;charset=utf-8', '{"desired_state":"foo"}'], ['application/json;charset=latin1', '{"desired_state":"foo"}'], ['nonsense', '{"desired_state":"foo"}'], (map { ['application/json', $_] } '{"desired_state":null}', '{"desired_state":true}', '{"desired_state":"Signed"}',
  '{"desired_state":"SIGNED"}', '{"desired_state":"signed","desired_state":"foo"}', '{"desired_state":"signed","cert_ttl":-1}', '{"desired_state":"signed","cert_ttl":0}', '{"desired_state":"signed","cert_ttl":"5"}', '{"desired_state":"signed","cert_ttl":99999999999999}', '{"desired_state":"signed","cert_ttl":null}', '{"desired_state":"signed","x":1}', '"signed"', 'null', '5', '{"desired_state":"signed"} x');
ask("$CA/$$_[1]", '-X', $$_[0], @more) for map { my $path = $_; map { [$_, $path] } 'POST', 'DELETE', 'OPTIONS', 'PATCH' } 'certificate/ca', 'certificate_request/x', 'certificate_revocation_list/ca', 'certificate_statuses/any', 'expirations', 'clean';
ask("$CA/$_", '--head', '-o', '/dev/null', @more) for 'certificate/ca', 'certificate/nosuch', 'certificate_request/x', 'certificate_revocation_list/ca', 'certificate_status/srv.lab', 'certificate_statuses/any', 'expirations';

# What differs on purpose (docs/routes.md): [path, an argument of the request or undef].
my @known = (
  [qr{^$P/catalog/bad\.lab}, qr{image/png}],
  [qr{^$P/compile}, qr{"values":\[}],          # variables in a list: puppetserver takes one only for a plan
  [qr{^$P/compile}, qr{"code_ast":"(\[\]|\{\})"}],      # plain data is a catalog of nothing there
  [qr{versioned_project=bad}],                           # the error of another YAML parser
  [qr{versioned_project=named&(checksum_type=sha1|recurse=true&links)}], # it refuses other sums and what it says it supports
  [qr{versioned_project|\A$P/compile}, qr{"versioned_project":"bad"}],
  [qr{/node/x\.lab|/facts/|/report/}, qr{pson|yaml|x-msgpack}],  # old formats; puppetserver's JRuby has no msgpack here
  [qr{/catalog/}, qr{facts_format=pson|environment=other}],
  [qr{/(node|catalog)/a{300}}],                          # there, no file of facts can have such a name
  [qr{;[ax]=|\?%zz|\?a=%$|%0a|%00}i],                     # parameters of paths are not dropped; broken escapes, line ends, NUL are refused
  [qr{environment=production&environment=other|environment=1$}],
  [qr{/environments$}, qr{Host: other}],                 # SNI is not compared
  [qr{^/puppet/v4/catalog$}, qr{^-X POST -H Accept: \S+$}],  # no message in words there
  [qr{^$CA/certificate_status/nosuch$}, qr{DELETE}],     # no type there
  [qr{^$CA/(certificate_request/|clean)}, qr{nonsense|-d $|"certnames":"nosuch"}],  # an exception there
  [qr{^$CA/sign$}],                                      # of puppetserver 8
  [qr{^$CA/certificate/ca$}, qr{If-Modified-Since: .*2099}],   # 304, as puppetserver 8
  # the words and the strictness of another parser of JSON
  [qr{/(facts|report)/x\.lab}, qr{\.gz$|\xEF\xBB\xBF|1e400|\d{30}|\\ud800|\\x"|\xFF|/\* c \*/|\[{101}|"values":(\[\]|"x")|"name":5|--data-binary (null|true|5)$|"metrics":\[\]}],
  [qr{/catalog/}, qr{&facts=x$|&facts_format=x&|&facts=%(7|zz)?$}],  # the first value counts; broken escapes are refused
  [qr{/catalog/}, qr{facts=%EF%BB%BF|static_catalog=[x1]|transaction_uuid=%00|environment=nosuch$|charset=nonsense}],
  [qr{/environments$}, qr{X-150|request-target}],        # at most 8 KiB of headers and lines like Jetty's; SNI is not compared
  [qr{/facts/}, qr{Encoding: nonsense|json -H Content-Type: application/json}],
  [qr{^/status/v1/(services/(nosuch\?level|ca/)|simple/ca/x)}],  # levels are checked first; the rest of a path belongs to the name
  [qr{^/metrics($|/v2/$|/v2/.*num-cpus\?)}],            # Prometheus; the JVM's configuration; no parameters
  [qr{^/puppet-admin-api}, qr{-X FOO}],                  # 501 there
  [qr{jruby-pool/thread-dump}],                          # there is no JRuby
  [qr{^$CA/certificate_status/srv\.lab}, qr{\*/\*|nonsense$|cert_ttl":(-1|0|9{4})|\} x$}],  # the type is */* there; lifetimes are checked first
  [qr{.}, qr{Upgrade: h2c}],                             # ignored; Jetty refuses it without Connection: Upgrade
  [qr{.}, qr{Accept-Encoding: x-gzip}],                  # the same as gzip (RFC 9110)
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
  $body =~ s/"service_version":"[^"]*"/"service_version":"V"/g;
  # In its list of classes puppetserver resolves a type of resources only when an earlier request had its JRuby load it.
  $body =~ s/TypeReference\['File\[\\*'x\\*'\]'\]/File['x']/g;
  $body =~ s/ java\.io\.InputStreamReader\@\w+//;
  $body =~ s/"timestamp":\d{9,}/"timestamp":0/g;
  $body =~ s/"time":"20[^"]*"/"time":"T"/g;
  $body =~ s{\Q$work\E/(puppet|ficelle)/}{WORK/}g;
  $body =~ s/"(owner|group)":\d+/"$1":0/g;
  $body =~ s/java\.lang\.\w+: |org\.jruby\.exceptions\.\w+: |\((?:EnvironmentNotFound|PreformattedError|ArgumentError|ParserError|TypeAssertionError|Error)\) //g;
  my $data = eval { $json->decode($body) };
  $body = $json->encode(sorted($data)) if ref $data;
  $end =~ s/; /;/;
  return "$body\n" . lc $end;
}
$| = 1; my ($same, $differ, $meant) = (0, 0, 0);
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
