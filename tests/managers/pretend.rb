# A walk as an agent would answer that publishes a list of its own, each object with its type.
#   pretend.rb DEF SNMP_YML MODULE
require 'yaml'

TYPES = { 'COUNTER32' => 'Counter32', 'COUNTER64' => 'Counter64', 'GAUGE32' => 'Gauge32', 'UNSIGNED32' => 'Gauge32', 'GAUGE64' => 'Counter64',
          'INTEGER32' => 'INTEGER', 'STRING' => 'STRING', 'TIMETICKS' => 'Timeticks' }.freeze
definition, config, name = ARGV
root = YAML.load_file(config)['modules'].fetch(name)['walk'].first
objects = File.read(definition).scan(/^STAT\(\w+,\s*(\d+),\s*\w+,\s*(\w+)/)
abort 'no objects' if objects.empty?
objects.each do |number, syntax|
  type = TYPES.fetch(syntax)
  puts ".#{root}.#{number}.0 = #{type}: #{type == 'STRING' ? '"on"' : type == 'Timeticks' ? '(1) 0:00:00.01' : 1}"
end
