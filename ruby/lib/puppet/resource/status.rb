# frozen_string_literal: true

require 'time'
require 'puppet/network/format_support'
require 'puppet/transaction/event'
require 'puppet/util/tagging'

# What happened to a resource.
class Puppet::Resource::Status
  include Puppet::Network::FormatSupport
  include Puppet::Util::Tagging

  STATES = %i[skipped failed failed_to_restart restarted changed out_of_sync scheduled corrective_change].freeze
  KEYS = %w[title file line resource resource_type provider_used containment_path evaluation_time tags time failed
            failed_to_restart changed out_of_sync skipped change_count out_of_sync_count events corrective_change].freeze
  private_constant :KEYS

  attr_accessor :file, :line, :evaluation_time, :provider_used, :failed_dependencies, *STATES
  attr_reader :source_description, :containment_path, :time, :resource, :change_count, :out_of_sync_count,
              :resource_type, :title, :events

  STATES.each { |state| define_method("#{state}?") { public_send(state) ? true : false } }

  def self.from_data_hash(data)
    allocate.tap { |status| status.initialize_from_hash(data) }
  end

  def initialize_from_hash(data)
    KEYS.each { |name| instance_variable_set("@#{name}", data[name]) }
    @tags = Puppet::Util::TagSet.new(data['tags'])
    @time = data['time'].is_a?(String) ? Time.parse(data['time']) : data['time']
    @events = data['events'].map { |event| Puppet::Transaction::Event.from_data_hash(event) }
  end

  def to_data_hash
    KEYS.to_h { |name| [name, instance_variable_get("@#{name}")] }
        .merge('tags' => @tags.to_a, 'time' => @time.iso8601(9), 'failed_to_restart' => failed_to_restart?,
               'events' => @events.map(&:to_data_hash))
  end

  def dependency_failed?
    failed_dependencies && !failed_dependencies.empty?
  end
end
