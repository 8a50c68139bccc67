# Checks the form of a Grafana dashboard, and that its expressions use metrics of the snmp_exporter's modules.
#   grafana.rb DASHBOARD SNMP_YML MODULE [RULES]
# Writes the expressions as recording rules into RULES, for promtool.
require 'json'
require 'yaml'

dashboard, config, name, rules = ARGV
bad = 0
fail_with = ->(what) { puts what; bad += 1 }
d = JSON.parse(File.read(dashboard))
mod = (YAML.load_file(config)['modules'] || YAML.load_file(config)).fetch(name)
# Metrics and their labels.
labels = mod['metrics'].to_h do |m|
  own = (m['indexes'] || []).map { |i| i['labelname'] }
  (m['lookups'] || []).each { |l| l['labels'].empty? ? own.delete(l['labelname']) : own << l['labelname'] }
  [m['name'], own]
end

%w[uid title panels templating schemaVersion time].each { |k| fail_with["no #{k}"] unless d.key?(k) }
fail_with['uid is longer than 40 characters'] if d['uid'].size > 40
variables = d['templating']['list']
names = variables.map { |v| v['name'] }
fail_with["variables: #{names}"] unless names[0, 2] == %w[datasource host] && names.uniq.size == names.size
variables.each do |v|
  case v['type']
  when 'datasource' then fail_with['data sources of another kind'] unless v['query'] == 'prometheus'
  when 'query'
    metric, label = v['query']['query'].match(/\Alabel_values\((\w+)(?:\{instance="\$host"\})?, (\w+)\)\z/)&.captures
    fail_with["#{v['name']}: #{v['query']['query']}"] unless labels.key?(metric) && [*labels[metric], 'instance'].include?(label)
  else fail_with["a variable of type #{v['type']}"]
  end
end

panels = d['panels']
ids = panels.map { |p| p['id'] }
fail_with['ids of panels are not unique'] unless ids.uniq.size == ids.size && ids.all? { |i| i.is_a?(Integer) && i.positive? }
taken = {}
panels.each do |p|
  g = p['gridPos']
  unless %w[x y w h].all? { |k| g[k].is_a?(Integer) } && g['x'] >= 0 && g['y'] >= 0 && g['w'].positive? && g['h'].positive? && g['x'] + g['w'] <= 24
    next fail_with["#{p['title']}: position #{g}"]
  end
  (g['x']...g['x'] + g['w']).each do |x|
    (g['y']...g['y'] + g['h']).each do |y|
      fail_with["#{p['title']} overlaps #{taken[[x, y]]}"] if taken.key?([x, y])
      taken[[x, y]] = p['title']
    end
  end
end

expressions = []
row = nil
panels.each do |p|
  if p['type'] == 'row'
    row = p
    fail_with["row #{p['title']}: no variable #{p['repeat']}"] if p['repeat'] && !names.include?(p['repeat'])
    next
  end
  fail_with["#{p['title']}: no row above it"] unless row
  fail_with["#{p['title']}: type #{p['type']}"] unless p['type'] == 'timeseries'
  targets = p['targets']
  legends = targets.map { |t| t['legendFormat'] }
  fail_with["#{p['title']}: no targets"] if targets.empty?
  fail_with["#{p['title']}: refIds"] unless targets.map { |t| t['refId'] }.uniq.size == targets.size
  fail_with["#{p['title']}: two curves of one name"] unless legends.uniq.size == legends.size
  fail_with["#{p['title']}: overrides"] unless p['fieldConfig']['overrides'].map { |o| o['matcher']['options'] } == legends
  at = p['fieldConfig']['defaults']['thresholds']['steps'].map { |s| s['value'] }
  fail_with["#{p['title']}: thresholds do not rise"] unless at[0].nil? && at.drop(1).sort == at.drop(1)
  targets.each do |t|
    fail_with["#{p['title']}: data source"] unless t['datasource']['uid'] == '${datasource}'
    used = t['expr'].scan(/\b([A-Za-z_]\w*)\{([^}]*)\}/)
    fail_with["#{p['title']}: no metric in #{t['expr']}"] if used.empty?
    used.each do |metric, selector|
      next fail_with["#{p['title']}: no metric #{metric}"] unless labels.key?(metric)
      given = selector.scan(/(\w+)=~?"/).flatten
      fail_with["#{metric}: labels #{given}"] unless given.sort == (labels[metric] + ['instance']).sort ||
                                                    (given + ['ficHistBound']).sort == (labels[metric] + ['instance']).sort
    end
    t['expr'].scan(/\$(\w+)/).flatten.each { |v| fail_with["no variable #{v}"] unless names.include?(v) || v == '__rate_interval' }
    fail_with["#{p['title']}: a row that its dashboard row does not repeat"] if t['expr'].include?('=~"$') && !t['expr'].include?("=~\"$#{row['repeat']}\"")
    expressions << t['expr'].gsub('$__rate_interval', '5m').gsub(/\$\w+/, 'x')
  end
end
if rules
  File.write(rules, { 'groups' => [{ 'name' => 'dashboard', 'rules' => expressions.each_with_index.map { |e, i| { 'record' => "r#{i}", 'expr' => e } } }] }.to_yaml)
end
puts "#{panels.count { |p| p['type'] != 'row' }} panels, #{expressions.size} expressions"
exit(bad.zero? ? 0 : 1)
