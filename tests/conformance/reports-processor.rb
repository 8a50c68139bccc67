# Runs the processors in ARGV on the report on standard input, as Puppet's terminus does, and prints the messages.
require 'puppet'
require 'puppet/transaction/report'
require 'json'

settings = ['--confdir', ENV.fetch('CONFDIR'), '--vardir', ENV.fetch('VARDIR'), '--codedir', ENV.fetch('CODEDIR'), '--reports', ARGV.join(',')]
Puppet.settings.preferred_run_mode = :server
Puppet.send(:do_initialize_settings_for_run_mode, :server, settings, true, true, {})
$LOAD_PATH.concat(Dir["#{ENV.fetch('CODEDIR')}/environments/production/modules/*/lib"])
Puppet::Util::Log.newdesttype(:lines) do
  match(:lines)
  define_method(:handle) { |m| puts "#{m.level}: #{"#{m.source}: " unless m.source == 'Puppet'}#{m}" }
end
Puppet::Util::Log.level = :info
Puppet::Util::Log.newdestination(:lines)
Puppet.push_context(current_environment: Puppet.lookup(:environments).get!('production'))
report = Puppet::Transaction::Report.from_data_hash(JSON.parse($stdin.read))
Puppet::Transaction::Report::Processor.allocate.send(:process, report)
