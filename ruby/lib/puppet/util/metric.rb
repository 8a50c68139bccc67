# frozen_string_literal: true

require 'puppet/network/format_support'

# A group of numbers in a report, such as the times: each has a name, a label and a value.
class Puppet::Util::Metric
  include Puppet::Network::FormatSupport

  attr_accessor :type, :name, :value, :label
  attr_writer :values

  def self.from_data_hash(data)
    allocate.tap { |metric| metric.initialize_from_hash(data) }
  end

  # "config_retrieval" -> "Config retrieval".
  def self.labelize(name)
    name.to_s.capitalize.tr('_', ' ')
  end

  def initialize(name, label = nil)
    @name = name.to_s
    @label = label || self.class.labelize(name)
    @values = []
  end

  def initialize_from_hash(data)
    @name = data['name']
    @label = data['label'] || self.class.labelize(@name)
    @values = data['values']
  end

  def to_data_hash
    { 'name' => @name, 'label' => @label, 'values' => @values }
  end

  # The value of that name, or 0.
  def [](name)
    found = @values.find { |row| row[0] == name }
    found ? found[2] : 0
  end

  def newvalue(name, value, label = nil)
    raise ArgumentError, "metric name #{name.inspect} is not a string" unless name.is_a?(String)

    @values.push([name, label || self.class.labelize(name), value])
  end

  # Rows of name, label and value, in the order of the labels.
  def values
    @values.sort_by { |row| row[1] }
  end
end
