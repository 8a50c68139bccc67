# Checks the form of a template for Zabbix 6.0, that its parts name each other, and that its OIDs answer in a walk.
#   zabbix.rb TEMPLATE WALK
require 'yaml'
require_relative 'walk'

$bad = 0
def problem(what) = (puts what if ($bad += 1) <= 20)

ITEM = %w[uuid name type snmp_oid key delay history trends value_type units description valuemap preprocessing tags params].freeze
TRIGGER = %w[uuid expression recovery_mode recovery_expression name status priority description].freeze
GRAPH = %w[uuid name type ymin_type_1 graph_items].freeze
KEYS = {
  export: %w[version date groups templates triggers graphs],
  template: %w[uuid template name description groups items discovery_rules macros valuemaps],
  item: ITEM, trigger: TRIGGER, graph: GRAPH,
  rule: %w[uuid name type snmp_oid key delay filter lifetime description item_prototypes trigger_prototypes graph_prototypes],
}.freeze
def known(kind, element)
  extra = element.keys - KEYS[kind]
  problem "#{kind} #{element['name']}: unknown #{extra}" unless extra.empty?
end

def one_of(element, key, *values)
  problem "#{element['name']}: #{key} is #{element[key]}" unless values.include?(element[key])
end

uuids = []
uuid = lambda do |element|
  uuids << element['uuid']
  problem "#{element['name']}: #{element['uuid']} is no UUID of version 4" unless element['uuid'].is_a?(String) && element['uuid'].match?(/\A\h{12}4\h{3}[89ab]\h{15}\z/)
end

export = YAML.load_file(ARGV[0]).fetch('zabbix_export')
walk = Walk.new(ARGV[1])
known(:export, export)
problem 'not of version 6.0' unless export['version'] == '6.0'
template, *more = export['templates']
problem 'more than one template' unless more.empty?
known(:template, template)
uuid[template]
here = template['template']
maps = template['valuemaps'].map { |m| uuid[m]; m['name'] }
macros = template['macros'].map { |m| m['macro'] }
problem 'a macro twice' unless macros.uniq.size == macros.size
macros.each { |m| problem "#{m} is no macro" unless m.match?(/\A\{\$[A-Z0-9_.]+\}\z/) }
used_macros = %w[]

rules = template['discovery_rules'] || []
all = template['items'] + rules.flat_map { |r| r['item_prototypes'] }
keys = all.map { |i| i['key'] }
problem 'a key twice' unless keys.uniq.size == keys.size
names = all.map { |i| i['name'] }
problem "a name twice: #{names.tally.select { |_, n| n > 1 }.keys.first(3)}" unless names.uniq.size == names.size

asn1 = { 'UNSIGNED' => %w[Counter64 Counter32 Gauge32 INTEGER Timeticks], 'FLOAT' => %w[Counter64 Counter32 Gauge32 INTEGER Timeticks],
         'CHAR' => %w[STRING OID Hex-STRING] }
polled = 0
item = lambda do |i, rows|
  known(:item, i)
  uuid[i]
  one_of(i, 'value_type', 'UNSIGNED', 'FLOAT', 'CHAR')
  problem "#{i['name']}: no tags" if i['tags'].empty?
  problem "#{i['name']}: no such value map" if i['valuemap'] && !maps.include?(i['valuemap']['name'])
  problem "#{i['name']}: trends of a text" if i['value_type'] == 'CHAR' && i['trends'] != '0'
  used_macros.concat(i['delay'].scan(/\{\$[^}]*\}/))
  if i['type'] == 'CALCULATED'
    i['params'].scan(%r{last\(//([^()]+)\)}).flatten.tap { |k| problem "#{i['name']}: #{i['params']}" if k.empty? }
               .each { |k| problem "#{i['name']}: no item #{k}" unless keys.include?(k) }
    next
  end
  one_of(i, 'type', 'SNMP_AGENT')
  (i['preprocessing'] || []).each { |p| one_of(p, 'type', 'CHANGE_PER_SECOND', 'MULTIPLIER') }
  object = i['key'][/\A\w+/]
  types = if rows
            problem "#{i['name']}: no index in #{i['snmp_oid']}" unless i['snmp_oid'].end_with?('.{#SNMPINDEX}')
            walk.column(i['snmp_oid'].delete_suffix('.{#SNMPINDEX}')).values
          else [walk[i['snmp_oid']]&.first].compact
          end
  if types.empty?
    problem "#{i['key']}: #{i['snmp_oid']} does not answer" unless Walk.optional?(object)
    next
  end
  polled += types.size
  types.each { |t| problem "#{i['key']} is #{i['value_type']}, the agent says #{t}" unless asn1[i['value_type']].include?(t) }
  counter = types.first.start_with?('Counter')
  rate = (i['preprocessing'] || []).any? { |p| p['type'] == 'CHANGE_PER_SECOND' }
  # What is a Counter64 for want of a gauge of 64 bits has another name.
  problem "#{i['key']} is a counter without a rate" if counter && !rate && i['units'] != 'B'
  problem "#{i['key']} is the rate of what is no counter" if rate && !counter
end
trigger = lambda do |t|
  known(:trigger, t)
  uuid[t]
  one_of(t, 'priority', 'WARNING', 'AVERAGE', 'HIGH', 'DISASTER')
  [t['expression'], t['recovery_expression']].compact.each do |e|
    used = e.scan(%r{\(/([^/]+)/([^,()]+?)(?=[,)])}).reject { |_, k| k.empty? }
    problem "#{t['name']}: no item in #{e}" if used.empty?
    used.each { |host, key| problem "#{t['name']}: no item #{host} #{key}" unless host == here && keys.include?(key) }
    used_macros.concat(e.scan(/\{\$[^}]*\}/))
    problem "#{t['name']}: parentheses of #{e}" unless e.count('(') == e.count(')')
  end
  problem "#{t['name']}: recovery" unless (t['recovery_mode'] == 'RECOVERY_EXPRESSION') == t.key?('recovery_expression')
end
graph_names = []
graph = lambda do |g|
  graph_names << g['name']
  known(:graph, g)
  uuid[g]
  colours = g['graph_items'].map { |i| i['color'] }
  problem "#{g['name']}: colours #{colours}" unless colours.all? { |c| c.is_a?(String) && c.match?(/\A\h{6}\z/) }
  problem "#{g['name']}: order" unless g['graph_items'].map { |i| i['sortorder'] } == (0...g['graph_items'].size).map(&:to_s)
  g['graph_items'].each { |i| problem "#{g['name']}: no item #{i['item']}" unless i['item']['host'] == here && keys.include?(i['item']['key']) }
end

template['items'].each { |i| item[i, false] }
rules.each do |r|
  known(:rule, r)
  uuid[r]
  oid = r['snmp_oid'][/\Adiscovery\[\{#NAME\},([\d.]+)\]\z/, 1] or problem "#{r['name']}: #{r['snmp_oid']}"
  problem "#{r['name']}: no row in the walk" if oid.nil? || walk.column(oid).empty?
  used_macros.concat(r['filter']['conditions'].map { |c| c['value'] })
  r['item_prototypes'].each do |i|
    problem "#{i['key']}: not of one row" unless i['key'].end_with?('[{#NAME}]') && i['name'].include?('{#NAME}')
    item[i, true]
  end
  (r['trigger_prototypes'] || []).each { |t| trigger[t] }
  (r['graph_prototypes'] || []).each { |g| graph[g] }
end
export['triggers'].each { |t| trigger[t] }
export['graphs'].each { |g| graph[g] }
problem "macros that are used and not there, or the other way round: #{(used_macros.uniq - macros) + (macros - used_macros)}" unless used_macros.uniq.sort == macros.sort
problem 'two graphs of one name' unless graph_names.uniq.size == graph_names.size
problem 'a UUID twice' unless uuids.uniq.size == uuids.size
puts "#{all.size} items, #{polled} values in the walk, #{export['graphs'].size} graphs, #{export['triggers'].size} triggers"
exit($bad.zero? ? 0 : 1)
