# Compares what the snmp_exporter made of an agent with a walk of that agent: each object of the walk is a metric with the
# same value and the labels of its row, and there is no other metric.
#   scraped.rb SNMP_YML MODULE WALK METRICS
# WALK: what snmpbulkwalk -On -OT -m '' printed of all objects; METRICS: what the exporter answered.
require 'yaml'
require 'time'

config, name, walk_file, metrics_file = ARGV
config = YAML.load_file(config)
mod = (config['modules'] || config).fetch(name)
walk = {}
File.read(walk_file).scan(/^\.([\d.]+) = (?:(\S+): )?(.*?)(?=\n\.\d|\n*\z)/m) do |oid, type, value|
  walk[oid] = [type || 'STRING', value.chomp] unless value =~ /\ANo (?:Such|more)/
end
abort 'the walk is empty' if walk.size < 10

# A value of the walk as text or number.
def text(type, value)
  return value.delete(" \n").scan(/../).map(&:hex).pack('C*').force_encoding('UTF-8') if type == 'Hex-STRING'
  value.delete_prefix('"').delete_suffix('"').gsub(/\\(.)/, '\1')
end

def number(type, value)
  type == 'Timeticks' ? value[/\((\d+)\)/, 1].to_i : value[/-?\d+/].to_i
end

def moment(bytes)
  b = bytes.bytes
  zone = b.size == 11 ? format('%c%02d:%02d', b[8], b[9], b[10]) : 'Z'
  Time.parse(format('%04d-%02d-%02dT%02d:%02d:%02d%s', b[0] * 256 + b[1], *b[2..6], zone)).to_i
end

expected = {}
owner = {}
moving = {}
mod['metrics'].each do |m|
  prefix = m['oid'] + '.'
  walk.each do |oid, (type, value)|
    next unless oid.start_with?(prefix)
    owner[oid] = true
    index = oid.delete_prefix(prefix)
    labels = {}
    (m['indexes'] || []).zip(index.split('.')).each { |i, number| labels[i['labelname']] = number if i['type'] == 'gauge' }
    (m['lookups'] || []).each do |l|
      if l['labels'].empty? then labels.delete(l['labelname'])
      else
        found = walk["#{l['oid']}.#{index}"] or abort "#{m['name']}.#{index} has no #{l['labelname']}"
        labels[l['labelname']] = l['type'] == 'gauge' ? number(*found).to_s : text(*found)
      end
    end
    answer = case m['type']
             when 'DisplayString' then labels[m['name']] = text(type, value); 1
             when 'DateAndTime' then moment(text(type, value))
             else number(type, value)
             end
    key = [m['name'], labels.sort]
    abort "#{m['name']} #{labels} is there twice" if expected.key?(key)
    expected[key] = answer
    # What a clock moves between the two looks.
    moving[key] = type == 'Timeticks' && m['name'] =~ /UpTime/ ? 1000 : m['name'] =~ /Age\z|(Expires|Cert|Crl)In\z|AlarmValue\z/ ? 10 : 0
  end
end

got = {}
File.foreach(metrics_file) do |line|
  next if line.start_with?('#', 'snmp_scrape')
  _, name, labels, value = *line.match(/\A(\w+)(?:\{(.*)\})? (\S+)$/)
  value or abort "not a metric: #{line}"
  labels = (labels || '').scan(/(\w+)="((?:[^"\\]|\\.)*)"/).map { |k, v| [k, v.gsub(/\\(.)/) { $1 == 'n' ? "\n" : $1 }] }
  got[[name, labels.sort]] = Float(value)
end
bad = 0
tell = ->(what) { puts what if (bad += 1) <= 20 }
expected.each do |key, value|
  if !got.key?(key) then tell["no metric #{key}"]
  elsif (got[key] - value).abs > moving[key] then tell["#{key}: the agent says #{value}, the exporter #{got[key]}"]
  end
end
(got.keys - expected.keys).each { |key| tell["a metric that no object has: #{key}"] }
silent = mod['metrics'].map { |m| m['name'] } - expected.keys.map(&:first)
puts "#{expected.size} values of #{expected.keys.map(&:first).uniq.size} objects are the same"
puts "without an instance: #{silent.join(' ')}" unless silent.empty?
exit(bad.zero? && expected.size > 100 ? 0 : 1)
