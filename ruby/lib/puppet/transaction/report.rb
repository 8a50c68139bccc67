# frozen_string_literal: true

require 'time'
require 'puppet/network/format_support'
require 'puppet/resource/status'
require 'puppet/util/log'
require 'puppet/util/metric'

# The report of a run, as report processors get it.
class Puppet::Transaction::Report
  include Puppet::Network::FormatSupport

  TOTAL = 'total'
  STATES_FOR_EXCLUSION_FROM_REPORT = %i[failed failed_to_restart out_of_sync skipped].freeze
  # The keys of to_data_hash, in this order. The last ones are there only if they are set.
  KEYS = %w[host time configuration_version transaction_uuid report_format puppet_version status transaction_completed noop
            noop_pending environment logs metrics resource_statuses corrective_change].freeze
  IF_SET = %w[server_used catalog_uuid code_id job_id cached_catalog_status].freeze
  private_constant :KEYS, :IF_SET

  attr_accessor :configuration_version, :transaction_uuid, :code_id, :job_id, :catalog_uuid, :cached_catalog_status,
                :server_used, :host, :environment, :initial_environment, :noop_pending, :resources_failed_to_generate,
                :transaction_completed
  attr_reader :resource_statuses, :logs, :metrics, :time, :status, :puppet_version, :report_format, :noop,
              :corrective_change

  def self.from_data_hash(data)
    allocate.tap { |report| report.initialize_from_hash(data) }
  end

  def initialize_from_hash(data)
    (KEYS + IF_SET).each { |name| instance_variable_set("@#{name}", data[name]) }
    @server_used ||= data['master_used']
    @time = data['time'].is_a?(String) ? Time.parse(data['time']) : data['time']
    @metrics = data['metrics'].transform_values { |metric| Puppet::Util::Metric.from_data_hash(metric) }
    @logs = data['logs'].map { |log| Puppet::Util::Log.from_data_hash(log) }
    @resource_statuses = data['resource_statuses'].transform_values do |status|
      status.empty? ? nil : Puppet::Resource::Status.from_data_hash(status)
    end
  end

  def to_data_hash
    hash = (KEYS + IF_SET).to_h { |name| [name, instance_variable_get("@#{name}")] }
    hash.reject! { |name, value| value.nil? && IF_SET.include?(name) }
    hash.merge!('time' => @time.iso8601(9), 'logs' => @logs.map(&:to_data_hash),
                'metrics' => @metrics.transform_values(&:to_data_hash),
                'resource_statuses' => calculate_resource_statuses)
  end

  def calculate_resource_statuses
    shown = @resource_statuses
    shown = shown.reject { |_, status| resource_unchanged?(status) } if Puppet[:exclude_unchanged_resources]
    shown.transform_values { |status| status&.to_data_hash }
  end

  def resource_unchanged?(status)
    STATES_FOR_EXCLUSION_FROM_REPORT.none? { |state| status.public_send(state) }
  end

  def name
    host
  end

  def <<(message)
    @logs << message
    self
  end

  def add_metric(name, values)
    metric = Puppet::Util::Metric.new(name)
    values.each { |key, value| metric.newvalue(key, value) }
    @metrics[metric.name] = metric
  end

  def add_resource_status(status)
    @resource_statuses[status.resource] = status
  end

  # The metrics as text, in the order of the values' texts, as Puppet has it.
  def summary
    raw_summary.sort_by { |key, _| key.to_s }.map do |key, values|
      labels = values.keys.sort do |a, b|
        if a == TOTAL then 1
        elsif b == TOTAL then -1
        else values[a].to_s <=> values[b].to_s
        end
      end
      "#{Puppet::Util::Metric.labelize(key)}:\n#{labels.map { |label| summary_row(label, values[label]) }.join}"
    end.join
  end

  def raw_summary
    found = { 'version' => { 'config' => configuration_version, 'puppet' => Puppet.version },
              'application' => { 'run_mode' => Puppet.run_mode.name.to_s, 'initial_environment' => initial_environment,
                                 'converged_environment' => environment } }
    @metrics.each_value do |metric|
      values = found[metric.name.to_s] = metric.values.to_h { |name, _, value| [name.to_s, value] }
      values[TOTAL] = 0 unless metric.name.to_s == 'time' || values.key?(TOTAL)
    end
    (found['time'] ||= {})['last_run'] = Time.now.tv_sec
    found
  end

  # 2: there are changes; 4: resources failed; -1: unknown.
  def exit_status
    changes, resources = @metrics.values_at('changes', 'resources')
    return -1 unless changes && resources

    failed = resources['failed'].positive? || resources['failed_to_restart'].positive?
    (changes[TOTAL].positive? ? 2 : 0) | (failed ? 4 : 0)
  end

  private

  def summary_row(label, value)
    return '' if value == 0 # rubocop:disable Style/NumericPredicate

    value = format('%0.2f', value) if value.is_a?(Float)
    format("   %15s %s\n", "#{Puppet::Util::Metric.labelize(label)}:", value)
  end
end
