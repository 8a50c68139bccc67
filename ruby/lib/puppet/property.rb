# frozen_string_literal: true

require 'puppet/parameter'

# An attribute whose value can be read and changed on the machine.
class Puppet::Property < Puppet::Parameter
  autoload :Boolean, 'puppet/property/boolean'
  autoload :Ensure, 'puppet/property/ensure'
  autoload :KeyValue, 'puppet/property/keyvalue'
  autoload :List, 'puppet/property/list'
  autoload :OrderedList, 'puppet/property/ordered_list'

  class << self
    attr_accessor :unmanaged
    attr_reader :name
    attr_writer :idempotent

    def array_matching
      @array_matching ||= :first
    end

    def array_matching=(how)
      how = how.to_sym if how.is_a?(String)
      unless %i[first all].include?(how)
        raise ArgumentError, "Supported values for Property#array_matching are 'first' and 'all'"
      end
      @array_matching = how
    end

    def idempotent
      @idempotent.nil? ? true : @idempotent
    end

    def value_name(name)
      value_collection.match?(name)&.name
    end

    def value_option(name, option)
      value_collection.value(name)&.public_send(option)
    end

    # A value that is set by its block, or by the provider.
    def newvalue(name, options = {}, &block)
      value = value_collection.newvalue(name, options, &block)
      return value if value.method.nil?
      method = value.method.to_sym
      if value.block
        if method_defined?(method, false)
          raise ArgumentError, "Attempt to redefine method #{method} with block"
        end
        define_method(method, &value.block)
      elsif !method_defined?(method)
        alias_method(method, :call_provider)
      end
      value
    end

    def method_added(name)
      return unless name == :safe_insync? && self != Puppet::Property
      raise "Puppet::Property#safe_insync? shouldn't be overridden; please override insync? instead"
    end
  end

  attr_reader :shouldorig
  attr_writer :noop

  def noop
    @resource.respond_to?(:noop?) ? @resource.noop? : @noop
  end

  def idempotent?
    self.class.idempotent
  end

  def match_all?
    self.class.array_matching == :all
  end

  def should
    return nil unless @should
    match_all? ? @should.map { |v| unmunge(v) } : unmunge(@should.first)
  end

  def should=(values)
    values = [values] unless values.is_a?(Array)
    @shouldorig = values
    values.each { |v| validate(v) }
    @should = values.map { |v| munge(v) }
  end

  # Like should, but does not call it if nothing is set: subclasses override should and may query the host.
  def plain_should
    @should.nil? ? nil : should
  end

  def value
    should
  end

  # The name of the event when it is set.
  def event_name
    wanted = should
    event = self.class.value_option(wanted, :event)
    return event if event
    return :"#{name}_changed" unless name == :ensure
    what = { present: 'created', absent: 'removed' }.fetch(wanted, 'changed')
    :"#{resource.type}_#{what}"
  end

  def insync_values?(wanted, current)
    wanted == current
  end

  def value=(values)
    self.should = values
  end

  def unsafe_validate(value)
    super
    validate_features_per_value(value)
  end

  def validate_features_per_value(value)
    needed = Array(self.class.value_option(self.class.value_name(value), :required_features))
    return if needed.empty? || provider.satisfies?(needed)
    raise ArgumentError, "Provider #{provider.class.name} must have features '#{needed.join(', ')}' to set " \
                         "'#{self.class.name}' to '#{value}'"
  end

  def safe_insync?(current)
    @should ? insync?(current) : true
  end

  def insync?(current)
    return true if @should.empty?
    return @should.any? { |wanted| property_matches?(current, wanted) } unless match_all?
    current.is_a?(Array) && (current == @should || current == @should.map(&:to_s))
  end

  def property_matches?(current, desired)
    current == desired || current == desired.to_s
  end

  def is_to_s(value)
    self.class.format_value_for_display(value)
  end

  def should_to_s(value)
    self.class.format_value_for_display(value)
  end

  def change_to_s(current, wanted)
    if current == :absent
      "defined '#{name}' as #{should_to_s(wanted)}"
    elsif [:absent, [:absent]].include?(wanted)
      "undefined '#{name}' from #{is_to_s(current)}"
    else
      "#{name} changed #{is_to_s(current)} to #{should_to_s(wanted)}"
    end
  end

  def retrieve
    provider.public_send(self.class.name)
  end

  def sync
    set(should)
  end

  def set(value)
    name = self.class.value_name(value)
    method = self.class.value_option(name, :method)
    return set_by(method, value) if method && respond_to?(method)
    block = self.class.value_option(name, :block)
    block ? instance_eval(&block) : call_provider(value)
  end

  # Errors that are not Puppet's are logged and become a ResourceError with the place of the resource.
  def set_by(method, value)
    public_send(method)
  rescue Puppet::Error
    raise
  rescue StandardError => e
    error = Puppet::ResourceError.new("Could not set '#{value}' on #{self.class.name}: #{e}", resource.file, resource.line, e)
    error.set_backtrace(e.backtrace)
    Puppet.err(error.message)
    raise error
  end
  private :set_by

  def call_provider(value)
    fail("#{self.class.name} cannot handle values of type #{value.inspect}") unless @resource.provider
    unless provider.respond_to?("#{self.class.name}=")
      fail("The #{provider.class.name} provider can not handle attribute #{self.class.name}")
    end
    provider.public_send("#{self.class.name}=", value)
  end
end
