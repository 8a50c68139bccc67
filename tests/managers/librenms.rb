# Checks the form of sensors for LibreNMS (what its own schema of os_discovery files allows), and that each answers in a walk.
#   librenms.rb SENSORS WALK
require 'yaml'
require_relative 'walk'

$bad = 0
def problem(what) = (puts what if ($bad += 1) <= 20)

sensors, walk = YAML.load_file(ARGV[0]), Walk.new(ARGV[1])
COMMON = %w[oid value num_oid index group descr].freeze
classes = sensors.fetch('modules').fetch('sensors')
problem "classes #{classes.keys}" unless (classes.keys - %w[count delay percent runtime state]).empty?
indices = []
answers = 0
classes.each do |kind, of|
  problem "#{kind}: #{of.keys}" unless of.keys == ['data']
  of['data'].each do |s|
    name = s['index'][/\A\w+/]
    allowed = COMMON + (kind == 'state' ? %w[state_name states] : %w[divisor rrd_type high_limit warn_limit low_limit low_warn_limit])
    problem "#{name}: unknown #{s.keys - allowed}" unless (s.keys - allowed).empty?
    problem "#{name}: incomplete" unless %w[oid num_oid index descr].all? { |k| s[k].is_a?(String) }
    problem "#{name}: #{s['num_oid']}" unless s['num_oid'].match?(/\A(\.\d+)+\.\{\{ \$index \}\}\z/)
    problem "#{name}: divisor #{s['divisor']}" unless s['divisor'].nil? || s['divisor'].is_a?(Integer)
    problem "#{name}: limits" if s['high_limit'] && s['warn_limit'] && s['high_limit'] < s['warn_limit'] - 1
    indices << s['index']
    if kind == 'state'
      problem "#{name}: states" unless s['states'].all? { |t| t.keys.sort == %w[descr generic graph value] && (0..3).cover?(t['generic']) }
      problem "#{name}: a value twice" unless s['states'].map { |t| t['value'] }.uniq.size == s['states'].size
    end
    types = walk.column(s['num_oid'].delete_suffix('.{{ $index }}')).values
    problem "#{name}: #{s['num_oid']} does not answer" if types.empty? && !Walk.optional?(name)
    answers += types.size
    types.each do |t|
      problem "#{name}: the agent says #{t}" unless %w[Counter64 Counter32 Gauge32 INTEGER Timeticks].include?(t)
      problem "#{name}: the agent says #{t}, the file #{s['rrd_type']}" if s['rrd_type'] && !t.start_with?('Counter')
    end
  end
end
problem 'an index twice' unless indices.uniq.size == indices.size
puts "#{indices.size} kinds of sensors, #{answers} sensors of this agent"
exit($bad.zero? ? 0 : 1)
