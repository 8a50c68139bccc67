require 'puppet'
require 'puppet/util/probe_helper'
require 'yaml'

Puppet::Reports.register_report(:probe) do
  desc 'Writes what a processor sees of a report.'
  include Puppet::Util::ProbeHelper

  def process
    probe('json', to_json)
    probe('yaml', to_yaml)
    probe('parts', [logs.to_json, metrics.to_json, resource_statuses.to_json].join("\n"))
    probe('summary', stable(summary))
    probe('raw', stable(raw_summary.to_json))
    probe('report', [name, report_name, host, status, time.class, time.utc.iso8601, noop, environment, configuration_version,
                     transaction_uuid, catalog_uuid, code_id, job_id, server_used, cached_catalog_status, corrective_change,
                     report_format, puppet_version, transaction_completed, exit_status, initial_environment, self.class].inspect)
    probe('metrics', metrics.map { |key, m| [key, m.name, m.label, m.values, m['total'], m['nothing']].inspect }.join("\n"))
    probe('logs', logs.map { |l| [l.level, l.message, l.source, l.tags.to_a, l.to_s, l.to_report, l.tagged?('a'), l.time.class].inspect }.join("\n"))
    probe('resources', resource_statuses.map { |key, s| resource_line(key, s) }.join("\n"))
    probe('settings', [Puppet[:certname], File.basename(Puppet.settings[:config]), Puppet[:vardir] == Puppet.settings[:vardir]].inspect)
    Puppet.notice("processed #{host}")
    Puppet::Util::Log.create(level: :warning, message: 'with a source', source: 'probe')
    puts 'printed'
  end

  def resource_line(key, status)
    events = status.events.map { |e| [e.name, e.to_s, e.status, e.property, e.previous_value, e.desired_value, e.time.class] }
    [key, status.title, status.resource_type, status.file, status.line, status.failed?, status.failed, status.changed?, status.skipped?,
     status.restarted?, status.tags.to_a, status.tagged?('File'), status.containment_path, status.evaluation_time, events].inspect
  end
end
