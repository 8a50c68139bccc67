# The same commands for a real PuppetDB and for ficelle's store, then the same queries: rows, status and totals must be equal.
#
#   pdb-queries.rb http://127.0.0.1:8080 PDB-QUERY STORE
require 'json'
require 'net/http'
require 'open3'
require 'set'
require 'time'
require 'uri'

NOW = Time.at(Time.now.to_i).utc
def time(seconds) = (NOW + seconds).strftime('%Y-%m-%dT%H:%M:%S.000Z')

# --- what there is ---

def uuid(kind, name, at = 0) = format('%08d-0000-4000-8000-%012d', kind, name[/\d+/].to_i * 1_000_000 + at.abs)

def resource(type, title, parameters = {}, exported: false, tags: [], line: nil)
  r = { 'type' => type, 'title' => title, 'tags' => ([type.downcase] + tags).uniq, 'exported' => exported, 'parameters' => parameters }
  line ? r.merge('file' => '/site.pp', 'line' => line) : r
end

def edge(from, to, relationship = 'contains')
  { 'source' => { 'type' => from[0], 'title' => from[1] }, 'target' => { 'type' => to[0], 'title' => to[1] }, 'relationship' => relationship }
end

def catalog(name, role, at, environment: 'production')
  resources = [resource('Stage', 'main', { 'alias' => ['main'] }), resource('Class', 'main'), resource('Class', 'Settings'),
               resource('Class', role, { 'port' => '80', 'size' => 5 }, tags: %w[class]),
               resource('File', '/etc/motd', { 'mode' => '0644', 'ensure' => 'file', 'nested' => { 'a' => { 'b' => [1, 2.5, nil] } } }, tags: %w[blue web::x], line: 3),
               resource('File', "/etc/#{name}", { 'mode' => '0600', 'owner' => 'root', 'backup' => false, 'n' => 5 }, tags: %w[cluster], exported: true, line: 4),
               resource('Notify', 'été "quoted"', { 'message' => "a\nb\\c" }, line: 9)]
  edges = [edge(%w[Stage main], %w[Class main]), edge(%w[Class main], ['Class', role]), edge(['Class', role], ['File', '/etc/motd']),
           edge(['File', '/etc/motd'], ['Notify', 'été "quoted"'], 'notifies'), edge(['File', '/etc/motd'], ['Class', 'Settings'], 'before')]
  { 'certname' => name, 'version' => '1795340045', 'environment' => environment, 'transaction_uuid' => uuid(0, name), 'catalog_uuid' => uuid(1, name),
    'code_id' => nil, 'job_id' => nil, 'producer_timestamp' => time(at), 'producer' => 'server1', 'resources' => resources, 'edges' => edges }
end

def facts(name, number, at, environment: 'production', more: {})
  { 'certname' => name, 'environment' => environment, 'producer_timestamp' => time(at), 'producer' => 'server1',
    'values' => { 'kernel' => number == 3 ? 'FreeBSD' : 'Linux', 'osfamily' => number.even? ? 'Debian' : 'RedHat', 'uptime_seconds' => number * 1000,
                  'load' => number + 0.5, 'is_virtual' => number.even?, 'processorcount' => number, 'empty' => '', 'text_number' => number.to_s,
                  'os' => { 'name' => number.even? ? 'Debian' : 'CentOS', 'release' => { 'major' => (10 + number).to_s, 'full' => "#{10 + number}.1" } },
                  'interfaces' => { 'eth0' => { 'ip' => "10.0.0.#{number}", 'mtu' => 1500 }, 'lo' => { 'ip' => '127.0.0.1', 'mtu' => 65_536 } },
                  'disks' => [{ 'name' => 'sda', 'size' => 100 * number }, { 'name' => 'sdb', 'size' => 7 }], 'dotted' => { 'a.b' => { 'c d' => 'x' } },
                  'trusted' => { 'authenticated' => 'remote', 'certname' => name, 'extensions' => { 'pp_role' => number.even? ? 'web' : 'db' },
                                 'hostname' => name, 'domain' => nil, 'external' => {} } }.merge(more) }
end

def event(status, property, old, new, name: nil, at: 0)
  { 'status' => status, 'timestamp' => time(at), 'name' => name, 'property' => property, 'new_value' => new, 'old_value' => old, 'corrective_change' => nil,
    'message' => "#{property} changed" }
end

def report(name, status, at, noop: false, environment: 'production', kind: nil, resources: [])
  r = { 'certname' => name, 'puppet_version' => '7.23.0', 'report_format' => 12, 'configuration_version' => "v#{at}", 'producer_timestamp' => time(at),
        'start_time' => time(at - 20), 'end_time' => time(at - 5), 'environment' => environment, 'transaction_uuid' => uuid(2, name, at),
        'catalog_uuid' => uuid(1, name), 'code_id' => nil, 'cached_catalog_status' => 'not_used', 'status' => status, 'noop' => noop,
        'noop_pending' => noop, 'corrective_change' => nil, 'producer' => 'server1',
        'logs' => [{ 'file' => nil, 'line' => nil, 'level' => 'notice', 'message' => 'Applied catalog', 'source' => 'Puppet', 'tags' => ['notice'], 'time' => time(at) }],
        'metrics' => [{ 'category' => 'time', 'name' => 'total', 'value' => 1.5 }, { 'category' => 'resources', 'name' => 'total', 'value' => 7 }],
        'resources' => resources }
  kind ? r.merge('type' => kind) : r
end

def resource_events(type, title, events, skipped: false, line: 3, path: ['Stage[main]', 'Web'])
  { 'skipped' => skipped, 'timestamp' => time(-50), 'resource_type' => type, 'resource_title' => title, 'file' => '/site.pp', 'line' => line,
    'containment_path' => path + ["#{type}[#{title}]"], 'corrective_change' => nil, 'events' => events }
end

def population
  all = []
  (1..6).each do |i|
    name = "node#{i}.lab"
    environment = i == 5 ? 'testing' : 'production'
    all << ['replace_facts', 5, facts(name, i, -3600, environment: environment)]
    all << ['replace_catalog', 9, catalog(name, i.even? ? 'Web' : 'Db', -3500, environment: environment)] unless i == 4
  end
  all << ['replace_facts', 5, facts('node1.lab', 1, -9000, more: { 'kernel' => 'stale' })]
  changed = [resource_events('File', '/etc/motd', [event('success', 'mode', '0600', '0644', name: 'mode_changed', at: -60), event('success', 'content', 'x', 'y', at: -61)]),
             resource_events('Exec', 'fails', [event('failure', 'returns', 'notrun', '["0"]', name: 'executed_command')], line: 12),
             resource_events('Notify', 'dep', [], skipped: true, line: 13)]
  all << ['store_report', 8, report('node1.lab', 'changed', -3000, resources: changed.take(1))]
  all << ['store_report', 8, report('node1.lab', 'failed', -1000, resources: changed)]
  all << ['store_report', 8, report('node2.lab', 'unchanged', -1200)]
  all << ['store_report', 8, report('node2.lab', 'unchanged', -1200)]
  all << ['store_report', 8, report('node3.lab', 'unchanged', -90_000, noop: true,
                                    resources: [resource_events('File', '/etc/motd', [event('noop', 'mode', '0600', '0644')], path: ['Stage[main]'])])]
  all << ['store_report', 8, report('node5.lab', 'changed', -600, environment: 'testing', resources: changed.take(1))]
  all << ['store_report', 8, report('node6.lab', 'changed', -500, kind: 'plan')]
  all << ['store_report', 8, report('node6.lab', 'changed', -700, resources: changed.take(1))]
  looked_up = { 1 => %w[b a c a], 2 => %w[c b a], 3 => %w[d], 5 => [], 6 => %w[a] }
  looked_up.each do |i, keys|
    all << ['replace_catalog_inputs', 1, { 'certname' => "node#{i}.lab", 'catalog_uuid' => uuid(1, "node#{i}"), 'producer_timestamp' => time(-3000),
                                           'inputs' => keys.map { |k| ['hiera', k] } }]
  end
  # As old as what is there, and newer without any: both change nothing.
  all << ['replace_catalog_inputs', 1, { 'certname' => 'node3.lab', 'catalog_uuid' => uuid(2, 'node3'), 'producer_timestamp' => time(-3000), 'inputs' => [%w[hiera e]] }]
  all << ['replace_catalog_inputs', 1, { 'certname' => 'node3.lab', 'catalog_uuid' => uuid(2, 'node3'), 'producer_timestamp' => time(-2000), 'inputs' => [] }]
  all << ['replace_catalog_inputs', 1, { 'certname' => 'node2.lab', 'catalog_uuid' => uuid(3, 'node2'), 'producer_timestamp' => time(-2000), 'inputs' => [%w[hiera z], %w[other b]] }]
  all << ['deactivate_node', 3, { 'certname' => 'node6.lab', 'producer_timestamp' => time(-10) }]
  all
end

# --- what is asked: [path, parameters, flags]. :status compares the status only, :error the first words of an error, too ---

require_relative 'pdb-queries-list'

# --- both sides ---

class Real
  def initialize(base)
    @uri = URI(base)
    @http = Net::HTTP.new(@uri.host, @uri.port)
    @http.read_timeout = 120
    @http.start
  end

  def command(name, version, payload)
    query = URI.encode_www_form('command' => name, 'version' => version, 'certname' => payload['certname'], 'secondsToWaitForCompletion' => 30)
    @http.post("/pdb/cmd/v1?#{query}", JSON.generate(payload), 'Content-Type' => 'application/json').code.to_i
  end

  def get(path, parameters)
    r = @http.get("/pdb/query/v4#{path.empty? ? '' : "/#{path}"}#{parameters.empty? ? '' : "?#{URI.encode_www_form(parameters)}"}")
    [r.code.to_i, r['X-Records']&.to_i || -1, r.body.to_s.dup.force_encoding('UTF-8')]
  end
end

class Own
  def initialize(program, store)
    @in, @out, @wait = Open3.popen2(program, store)
  end

  def answer
    @in.flush
    line = @out.gets or abort('pdb-query ended')
    status, total, length = line.split.map(&:to_i)
    body = @out.read(length).force_encoding('UTF-8')
    @out.gets
    [status, total, body]
  end

  def command(name, version, payload)
    @in.puts "COMMAND #{URI.encode_www_form('command' => name, 'version' => version, 'certname' => payload['certname'])} #{JSON.generate(payload)}"
    answer[0]
  end

  def get(path, parameters)
    @in.puts "GET #{path}#{parameters.empty? ? '' : "?#{URI.encode_www_form(parameters)}"}"
    answer
  end

  def close
    @in.close
    @wait.value.success?
  end
end

# --- comparing ---

# Where two answers differ first, for a message.
def difference(a, b, path = '')
  if a.is_a?(Hash) && b.is_a?(Hash)
    (a.keys | b.keys).each { |k| (d = difference(a[k], b[k], "#{path}.#{k}")) and return d }
  elsif a.is_a?(Array) && b.is_a?(Array) && a.size == b.size
    a.each_index { |i| (d = difference(a[i], b[i], "#{path}[#{i}]")) and return d }
  end
  a == b && a.class == b.class ? nil : "#{path}: #{a.inspect[0, 400]} | #{b.inspect[0, 400]}"
end

# What differs by nature: identifiers made of contents, times of receipt. Each becomes what it stands for.
VARY = Set.new(%w[resource hash report latest_report_hash receive_time report_receive_time catalog_timestamp facts_timestamp timestamp])
# Always null in the open source PuppetDB; kept here.
NULLED = Set.new(%w[corrective_change latest_report_corrective_change])

def normal(v, key = nil, entity = nil)
  case v
  when Hash
    v.each_with_object({}) do |(k, x), out|
      next out[k] = nil if NULLED.include?(k)
      next out[k] = x.nil? ? nil : '*' if VARY.include?(k) && !(k == 'timestamp' && v.key?('status'))
      next out[k] = x.gsub(/[0-9a-f]{40}/, '*') if k == 'href'
      x = JSON.parse(x) rescue x if %w[facts trusted value parameters].include?(k) && x.is_a?(String) && x.start_with?('{', '[')
      out[k] = %w[tags].include?(k) && x.is_a?(Array) ? x.sort : normal(x, k)
      out[k] = out[k].sort_by(&:to_s) if k == 'data' && out[k].is_a?(Array)
    end.sort.to_h
  when Array then v.map { |x| normal(x, key) }
  when /\A\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)\z/ then Time.iso8601(v).utc.iso8601(3)
  when Float then v == v.to_i ? v.to_i : v.round(9)
  else v
  end
end

def rows(text, ordered)
  v = normal(JSON.parse(text))
  v.is_a?(Array) && !ordered ? v.sort_by { |x| JSON.generate(x) } : v
rescue JSON::ParserError
  text
end

def hashes(side) = JSON.parse(side.get('reports', { 'order_by' => '[{"field":"producer_timestamp"}]' })[2]).map { |r| r['hash'] }

base, program, store = ARGV
real = Real.new(base)
own = Own.new(program, store)
failed = 0
passed = 0
tell = lambda do |name, wanted, got|
  failed += 1
  puts "FAILED #{name}", "  wanted #{wanted.to_s[0, 1500]}", "  got    #{got.to_s[0, 1500]}"
end
population.each do |name, version, payload|
  pair = [real, own].map { |side| side.command(name, version, payload) }
  pair == [200, 200] or tell.call("#{name} of #{payload['certname']}", pair[0], pair[1])
end
report_hashes = [hashes(real), hashes(own)]
QUERIES.each do |path, parameters, flag|
  parameters ||= {}
  answers = [real, own].each_with_index.map do |side, i|
    fill = ->(text) { text.gsub(/HASH(\d)/) { report_hashes[i][$1.to_i] } }
    side.get(fill.call(path), parameters.transform_values { |v| fill.call(v.is_a?(String) ? v : JSON.generate(v)) })
  end
  name = "/#{path} #{parameters}"
  ordered = parameters.key?('order_by') || parameters.fetch('query', '').to_s =~ /order.by/
  compared = answers.map do |status, total, body|
    case flag
    when :status then [status]
    when :error then [status, body.strip.sub(/(Json parse error).*/m, '\1')]
    else [status, total, rows(body, ordered)]
    end
  end
  different = compared[0] != compared[1] && difference(*compared)
  different ? (failed += 1) && puts("FAILED #{name}", "  #{different}") : passed += 1
end
own.close or failed += 1
puts "#{passed} passed, #{failed} failed"
exit(failed == 0)
