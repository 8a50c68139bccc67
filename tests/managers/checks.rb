# Reads commands and services for Nagios and for Icinga 2: both have the same, each service's command is there, and each
# OID answers in a walk. Prints the command lines of Nagios, "NAME|OPTIONS|RATE|LINE", for a script that runs them.
#   checks.rb COMMANDS SERVICES ICINGA WALK
require_relative 'walk'

$bad = 0
def problem(what) = (warn what if ($bad += 1) <= 20)

def objects(file, kind)
  File.read(file).scan(/^define #{kind} \{\n(.*?)^\}/m).map { |(text)| text.scan(/^  (\w+) (.*)$/).to_h }
end

commands_file, services_file, icinga_file, walk_file = ARGV
walk = Walk.new(walk_file)
commands = objects(commands_file, 'command').to_h { |c| [c['command_name'], c['command_line']] }
services = File.exist?(services_file) ? objects(services_file, 'service') : []
icinga = File.read(icinga_file)
icinga_commands = icinga.scan(/^object CheckCommand "([^"]+)" \{\n  import "snmp"\n(.*?)^\}/m).to_h
icinga_services = icinga.scan(/^apply Service "([^"]+)" \{\n(.*?)^\}/m).to_h

asked = commands.select { |_, line| line.include?('check_snmp') }
problem 'Nagios and Icinga have other commands' unless asked.keys.sort == icinga_commands.keys.sort
asked.each do |name, line|
  oid = line[/ -o (\S+)/, 1]
  object = name[/-(\w+)\z/, 1]
  problem "#{name}: Icinga asks for another OID" unless icinga_commands[name][/snmp_oid = "([^"]+)"/, 1] == oid
  problem "#{name}: #{oid} does not answer" unless walk[oid] || Walk.optional?(object)
  rate = line.include?(' --rate')
  problem "#{name}: rate" unless rate == icinga_commands[name].include?('snmp_rate = true')
  problem "#{name}: a rate of a #{walk[oid].first}" if walk[oid] && rate != walk[oid].first.start_with?('Counter') && !line.include?(' -u B')
end
problem 'no services' if services.empty? && File.basename(commands_file) == 'ficelle-commands.cfg'
problem 'Nagios and Icinga have other services' unless services.map { |s| s['service_description'] }.sort == icinga_services.keys.sort
services.each do |s|
  command, options = s['check_command'].split('!')
  problem "#{s['service_description']}: no command #{command}" unless commands.key?(command)
  theirs = icinga_services[s['service_description']]
  ours = "-w #{theirs[/snmp_warn = "([^"]+)"/, 1]}#{theirs[/snmp_crit = "([^"]+)"/] && " -c #{theirs[/snmp_crit = "([^"]+)"/, 1]}"}"
  problem "#{s['service_description']}: Icinga has #{ours}, Nagios #{options}" unless ours == options && theirs.include?("check_command = \"#{command}\"")
  puts "#{s['service_description'].tr(' ', '_')}|#{options}||#{commands[command]}"
end
asked.each { |name, line| puts "#{name}||#{line.include?(' --rate') ? 'rate' : ''}|#{line}" }
exit($bad.zero? ? 0 : 1)
