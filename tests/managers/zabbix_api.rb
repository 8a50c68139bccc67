# Talks to Zabbix' own interface, for zabbix.sh.
#   zabbix_api.rb URL import FILE              imports a template, twice; prints what is there then
#   zabbix_api.rb URL host TEMPLATE PORT       a host with that template, an agent on 127.0.0.1 that is polled each 5 seconds
#   zabbix_api.rb URL values TEMPLATE WALK     waits until its items have values, and compares them with a walk
require 'json'
require 'net/http'
require_relative 'walk'

URL, command, *args = ARGV
def call(method, params)
  body = { jsonrpc: '2.0', method: method, params: params, id: 1 }
  body[:auth] = $auth if $auth
  answer = JSON.parse(Net::HTTP.post(URI("#{URL}/api_jsonrpc.php"), body.to_json, 'Content-Type' => 'application/json-rpc').body)
  answer['error'] ? abort("#{method}: #{answer['error']}") : answer['result']
end

def there
  %w[template item trigger graph itemprototype triggerprototype graphprototype discoveryrule].to_h do |kind|
    ["#{kind}s", call("#{kind}.get", { countOutput: true, templated: true }.merge(kind =~ /template|rule/ ? { templated: nil }.compact : {})).to_i]
  end
end

$auth = call('user.login', { username: 'Admin', password: 'zabbix' })
case command
when 'import'
  every = { createMissing: true, updateExisting: true, deleteMissing: true }
  rules = { templates: every.except(:deleteMissing), items: every, triggers: every, graphs: every, discoveryRules: every, valueMaps: every,
            groups: every.except(:deleteMissing) }
  before = there
  counts = 2.times.map do
    call('configuration.import', { format: 'yaml', source: File.read(args[0]), rules: rules })
    there
  end
  abort "imported again: #{counts}" unless counts[0] == counts[1]
  puts counts[0].map { |k, n| "#{n - before[k]} #{k}" }.join(', ')
when 'host'
  template = call('template.get', { filter: { host: args[0] } }).first or abort 'no template'
  group = call('hostgroup.get', { limit: 1 }).first
  call('host.create', { host: 'puppet', groups: [{ groupid: group['groupid'] }], templates: [{ templateid: template['templateid'] }],
                        macros: [{ macro: '{$FICELLE.INTERVAL}', value: '5s' }],
                        interfaces: [{ type: 2, main: 1, useip: 1, ip: '127.0.0.1', dns: '', port: args[1],
                                       details: { version: 2, bulk: 1, community: 'public' } }] })
when 'values'
  walk = Walk.new(args[1])
  host = call('host.get', { filter: { host: 'puppet' }, output: ['hostid'] }).first.fetch('hostid')
  items = nil
  asked = false
  # What has no instance at the agent: percentiles without samples, runs of nodes that were only compiled for.
  absent = ->(i) { i['type'] == '20' ? walk[i['snmp_oid']].nil? : Walk.optional?(i['key_'][/\A\w+/]) }
  deadline = Time.now + 150
  loop do
    items = call('item.get', { hostids: host, output: %w[key_ name lastvalue lastclock state error type snmp_oid value_type], selectPreprocessing: 'extend' })
    waiting = items.count { |i| !absent[i] && (i['lastclock'] == '0' || i['state'] == '1') }
    discovered = items.count { |i| i['key_'].include?('[env1]') }
    # Discovery is due once an hour: asked for as the console's "Execute now" does, when the server polls.
    if !asked && waiting < items.size / 2
      call('task.create', call('discoveryrule.get', { hostids: host, output: ['itemid'] }).map { |r| { type: 6, request: { itemid: r['itemid'] } } })
      asked = true
    end
    break if (waiting.zero? && discovered.positive?) || Time.now > deadline
    sleep 2
  end
  bad = 0
  tell = ->(what) { puts what if (bad += 1) <= 15 }
  compared = 0
  items.each do |i|
    object = i['key_'][/\A\w+/]
    # What is worked out of other items waits for them: a rate needs two polls.
    next if absent[i]
    if i['state'] == '1' then tell["#{i['key_']}: #{i['error']}"]
    elsif i['lastclock'] == '0' then tell["#{i['key_']}: no value"]
    elsif i['type'] == '20' && i['preprocessing'].none? { |p| p['type'] == '10' } # SNMP, no change per second
      type, value = walk[i['snmp_oid']]
      next if value.nil? || object =~ /Age\z|(Expires|Cert|Crl)In\z|UpTime\z|AlarmValue\z/
      factor = i['preprocessing'].map { |p| p['params'].to_f }.reduce(1, :*)
      want = type == 'Timeticks' ? value[/\d+/].to_f * factor : %w[STRING OID Hex-STRING].include?(type) ? value : value[/-?\d+/].to_f * factor
      same = want.is_a?(Float) ? (i['lastvalue'].to_f - want).abs <= 1e-6 * want.abs : i['lastvalue'].sub(/\Aiso\./, '.1.') == want.delete('"')
      tell["#{i['key_']}: Zabbix has #{i['lastvalue']}, the agent says #{value}"] unless same
      compared += 1
    end
  end
  states = items.group_by { |i| i['type'] }.transform_values(&:size)
  puts "#{items.size} items (#{states['20']} by SNMP, #{states['15']} calculated), #{compared} values compared"
  abort 'too few values' if compared < 200
  exit(bad.zero? ? 0 : 1)
end
