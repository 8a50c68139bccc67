# Checks the files for OpenNMS of a list of its own: each numeric object of a walk is collected with its type and drawn, and
# each graph draws what is collected.
#   collected.rb FOLDER STEM WALK
require_relative 'walk'

$bad = 0
def problem(what) = (puts what if ($bad += 1) <= 20)

folder, stem, walk = ARGV[0], ARGV[1], Walk.new(ARGV[2])
collected = File.read("#{folder}/datacollection/#{stem}.xml").scan(/<mibObj oid="\.([\d.]+)" instance="(\d+)" alias="(\w+)" type="(\w+)"/)
aliases = collected.map { |c| c[2] }
problem 'an alias twice' unless aliases.uniq.size == aliases.size
aliases.each { |a| problem "#{a} is longer than 19 characters" if a.size > 19 }
asn1 = { 'Counter32' => 'Counter32', 'Counter64' => 'Counter64', 'Gauge32' => 'Gauge32', 'Gauge64' => 'Counter64', 'Integer32' => 'INTEGER', 'TimeTicks' => 'Timeticks' }
collected.each do |oid, instance, name, type|
  answer = walk["#{oid}.#{instance}"]
  problem "#{name}: stated #{type}, answered #{answer}" unless answer && asn1[type] == answer.first
end
oids = collected.map { |oid, instance,| "#{oid}.#{instance}" }
walk.answers.each { |oid, (type, _)| problem "#{oid} is not collected" unless type == 'STRING' || oids.include?(oid) }
text = File.read("#{folder}/snmp-graph.properties.d/#{stem}-graph.properties")
columns = text.scan(/^report\.\S+\.columns=(.*)$/).flatten.flat_map { |c| c.split(',') }
(columns.uniq - aliases).each { |c| problem "#{c} is drawn and not collected" }
(aliases - columns).each { |a| problem "#{a} is not drawn" }
reports = text[/^reports=(.*?[^\\])\n\n/m, 1].split(/[,\s\\]+/)
named = text.scan(/^report\.(\S+)\.name=/).flatten
problem "reports #{(reports - named) + (named - reports)}" unless reports.sort == named.sort
puts "#{collected.size} objects, #{named.size} graphs"
exit($bad.zero? ? 0 : 1)
