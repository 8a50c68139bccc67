# Checks the modules for the snmp_exporter: both formats have the same metrics, and each object of a walk is a metric, a
# label of one, or part of an index.
#   modules.rb FOLDER WALK
require 'yaml'
require_relative 'walk'

$bad = 0
def problem(what) = (puts what if ($bad += 1) <= 20)

folder, walk = ARGV[0], Walk.new(ARGV[1])
old = YAML.load_file("#{folder}/snmp-0.22.yml")
new = YAML.load_file("#{folder}/snmp.yml")
problem "parts #{new.keys}" unless new.keys == %w[auths modules] && new['auths'].keys == ['public_v2']
problem 'other modules' unless old.keys == new['modules'].keys
new['modules'].each do |name, m|
  problem "#{name}: unlike the old format" unless old[name].except('version', 'auth') == m
  problem "#{name}: unknown #{m.keys}" unless m.keys.sort == %w[max_repetitions metrics walk]
  names = m['metrics'].map { |x| x['name'] }
  problem "#{name}: a metric twice" unless names.uniq.size == names.size
  m['metrics'].each do |x|
    problem "#{x['name']}: unknown #{x.keys}" unless (x.keys - %w[name oid type help indexes lookups enum_values]).empty?
    problem "#{x['name']}: type #{x['type']}" unless %w[counter gauge DisplayString DateAndTime].include?(x['type'])
    problem "#{x['name']}: not walked" unless m['walk'].any? { |w| x['oid'].start_with?("#{w}.") }
    problem "#{x['name']}: help" unless x['help'].end_with?(" - #{x['oid']}")
    types = walk.column(x['oid']).values.uniq
    fits = { 'counter' => %w[Counter64 Counter32], 'gauge' => %w[Gauge32 INTEGER Timeticks Counter64], 'DisplayString' => %w[STRING Hex-STRING],
             'DateAndTime' => %w[Hex-STRING STRING] }[x['type']]
    problem "#{x['name']} is a #{x['type']}, the agent says #{types}" unless (types - fits).empty?
  end
end
ficelle = new['modules'].fetch('ficelle')
oids = ficelle['metrics'].flat_map { |x| [x['oid'], *(x['lookups'] || []).map { |l| l['oid'] }] }.compact.uniq
silent = walk.answers.keys.reject { |o| oids.any? { |x| o.start_with?("#{x}.") } }
# ficAlarmObject, an object identifier.
silent.each { |o| problem "no metric of #{o}" unless walk[o].first == 'OID' }
%w[generator.yml generator-0.22.yml prometheus.yml ficelle.rules.yml ficelle-alarms.rules.yml].each { |f| YAML.load_file("#{folder}/#{f}") }
exit($bad.zero? ? 0 : 1)
