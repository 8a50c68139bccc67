# frozen_string_literal: true

# Prints the report of the tests as JSON: two resources that changed, one that failed, one that was skipped.
require 'json'

TIME = '2026-11-22T09:33:55.897712636+00:00'
def event(status, property, from, to, message)
  { 'audited' => false, 'property' => property, 'previous_value' => from, 'desired_value' => to, 'historical_value' => nil,
    'message' => message, 'name' => "#{property}_changed", 'status' => status, 'time' => TIME, 'redacted' => nil,
    'corrective_change' => false }
end

def resource(type, title, events, **states)
  { 'title' => title, 'file' => '/m/site.pp', 'line' => 3, 'resource' => "#{type}[#{title}]", 'resource_type' => type,
    'provider_used' => 'posix', 'containment_path' => ['Stage[main]', 'A', "#{type}[#{title}]"], 'evaluation_time' => 0.25,
    'tags' => [type.downcase, 'class', 'a::b', 'a', 'b'], 'time' => TIME, 'failed' => false, 'failed_to_restart' => false,
    'changed' => false, 'out_of_sync' => false, 'skipped' => false, 'change_count' => 0, 'out_of_sync_count' => events.size,
    'events' => events, 'corrective_change' => false, **states.transform_keys(&:to_s) }
end

def metric(name, label, rows)
  { 'name' => name, 'label' => label, 'values' => rows.map { |key, value| [key, key.capitalize.tr('_', ' '), value] } }
end

def log(level, message, source, *tags)
  { 'level' => level, 'message' => message, 'source' => source, 'tags' => [level, *tags], 'time' => TIME, 'file' => nil,
    'line' => nil }
end

resources = [
  resource('File', '/a', [event('success', 'mode', '0644', '0600', "mode changed '0644' to '0600'")], changed: true, change_count: 1),
  resource('Service', 'x', [event('success', 'ensure', 'stopped', { 'a' => ['b', 1] }, 'ensure changed')], changed: true),
  resource('Exec', '/bin/false', [event('failure', 'returns', 'notrun', ['0'], 'failed')], failed: true),
  resource('Notify', 'last', [], skipped: true)
]
puts JSON.generate(
  'host' => 'web1.test', 'time' => TIME, 'configuration_version' => 17, 'transaction_uuid' => 'u-1', 'report_format' => 12,
  'puppet_version' => '8.1.0', 'status' => 'failed', 'transaction_completed' => true, 'noop' => false, 'noop_pending' => false,
  'environment' => 'production',
  'logs' => [log('notice', 'hello', 'Puppet'), log('err', "no\nway", '/Stage[main]/A/Exec[/bin/false]/returns', 'exec', 'a::b')],
  'metrics' => {
    'resources' => metric('resources', 'Resources', 'changed' => 2, 'failed' => 1, 'failed_to_restart' => 0, 'total' => 4),
    'time' => metric('time', 'Time', 'file' => 0.25, 'config_retrieval' => 1.5, 'total' => 2.0),
    'changes' => metric('changes', 'Changes', 'total' => 2), 'events' => metric('events', 'Events', 'total' => 3, 'success' => 2)
  },
  'resource_statuses' => resources.to_h { |r| [r['resource'], r] }, 'corrective_change' => false,
  'server_used' => 'srv.test:8140', 'catalog_uuid' => 'c-1', 'cached_catalog_status' => 'not_used'
)
