# frozen_string_literal: true

require 'time'
require 'puppet/network/format_support'
require 'puppet/util/tagging'

# What happened to one property of a resource.
class Puppet::Transaction::Event
  include Puppet::Network::FormatSupport
  include Puppet::Util::Tagging

  ATTRIBUTES = %i[name resource property previous_value desired_value historical_value status message file line
                  source_description audited invalidate_refreshes redacted corrective_change].freeze
  EVENT_STATUSES = %w[noop success failure audit].freeze
  KEYS = %w[audited property previous_value desired_value historical_value message name status time redacted
            corrective_change].freeze
  private_constant :KEYS
  attr_accessor(*ATTRIBUTES)
  attr_accessor :time

  def self.from_data_hash(data)
    allocate.tap { |event| event.initialize_from_hash(data) }
  end

  def initialize(audited: false, corrective_change: false, redacted: false, tags: nil, **others)
    @audited = audited
    @corrective_change = corrective_change
    @redacted = redacted
    @tags = tags
    others.each { |name, value| public_send("#{name}=", value) }
    @time = Time.now
  end

  def initialize_from_hash(data)
    KEYS.each { |name| instance_variable_set("@#{name}", rich(data[name])) }
    @name = data['name']&.to_sym
    @time = data['time'].is_a?(String) ? Time.parse(data['time']) : data['time']
    @redacted = data.fetch('redacted', false)
  end

  def to_data_hash
    KEYS.to_h { |name| [name, plain(instance_variable_get("@#{name}"))] }.merge('time' => @time.iso8601(9))
  end

  def status=(value)
    unless EVENT_STATUSES.include?(value)
      raise ArgumentError, "Event status can only be #{EVENT_STATUSES.join(', ')}"
    end

    @status = value
  end

  def property=(property)
    @property = property.to_s
  end

  def resource=(resource)
    @resource = resource.to_s
  end

  def to_s
    message
  end

  def ==(other)
    self.class == other.class && ATTRIBUTES.all? { |name| public_send(name).eql?(other.public_send(name)) }
  end
  alias eql? ==

  private

  def rich(value)
    return value unless value.is_a?(Hash) || value.is_a?(Array)

    Puppet::Pops::Serialization::FromDataConverter.convert(value, allow_unresolved: true)
  end

  # Reports have no rich data: values become text.
  def plain(value)
    case value
    when nil, true, false, String, Integer, Float then value
    when Array then value.map { |one| plain(one) }
    when Hash then value.to_h { |key, one| [key.to_s, plain(one)] }
    else value.to_s
    end
  end
end
