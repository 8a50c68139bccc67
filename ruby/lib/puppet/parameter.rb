# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/docs'
require 'puppet/util/errors'
require 'puppet/util/logging'
require 'puppet/parameter/value_collection'

# The base class of all attributes of resource types: newparam and newproperty derive classes from it.
class Puppet::Parameter
  # Autoloaded, since modules use them without a require.
  autoload :Boolean, 'puppet/parameter/boolean'
  autoload :PackageOptions, 'puppet/parameter/package_options'
  autoload :Path, 'puppet/parameter/path'

  include Puppet::Util
  include Puppet::Util::Errors
  include Puppet::Util::Logging

  class << self
    include Puppet::Util
    include Puppet::Util::Docs

    attr_reader :name, :required_features, :value_collection
    attr_accessor :metaparam

    # The class of a type has no constant (each environment has its own), so Ruby does not know its full name.
    def to_s
      made_in = defined?(@made_in) && @made_in
      made_in.is_a?(Class) && made_in < Puppet::Type ? "#{made_in}::#{super.split('::').last}" : super
    end
    alias inspect to_s

    def initvars
      @value_collection = ValueCollection.new
    end

    def desc(text)
      @doc = text
    end

    def defaultto(value = nil, &block)
      raise Puppet::DevError, 'Either a default value or block must be provided' if value.nil? && !block
      define_method(:default, &(block || proc { value }))
    end

    def nodefault
      undef_method(:default) if public_method_defined?(:default)
    end

    def sensitive(value = nil, &block)
      define_method(:is_sensitive, &(block || proc { value }))
    end

    def munge(&block)
      define_method(:unsafe_munge, &block)
    end

    def unmunge(&block)
      define_method(:unsafe_unmunge, &block)
    end

    def validate(&block)
      define_method(:unsafe_validate, &block)
    end

    def isnamevar
      @isnamevar = @required = true
    end

    def isnamevar?
      @isnamevar
    end

    def isrequired
      @required = true
    end

    def required?
      @required
    end

    def required_features=(*names)
      @required_features = names.flatten.map { |n| n.to_s.downcase.intern }
    end

    def newvalues(*names)
      @value_collection.newvalues(*names)
    end

    def aliasvalue(name, other)
      @value_collection.aliasvalue(name, other)
    end

    # The text, followed by the accepted values and the required features.
    def doc
      return @whole_doc if @whole_doc
      parts = [Puppet::Util::Docs.scrub(@doc.to_s), value_collection.doc]
      parts << "Requires features #{required_features.join(' ')}." if required_features
      @whole_doc = parts.join("\n\n")
    end

    # In Puppet's form for messages: nested arrays and hashes begin on new lines.
    def format_value_for_display(value)
      case value
      when nil then ''
      when Float then Kernel.format('%f', value)
      else Display.show(value, 0)
      end
    end
  end

  # Formats values for messages.
  module Display
    module_function

    def show(value, level)
      case value
      when Array then list(value, level)
      when Hash then pairs(value, level)
      when String, Symbol then Ficelle::Core.value_inspect(value.to_s)
      when nil then 'undef'
      else value.to_s
      end
    end

    def list(items, level)
      apart = false
      parts = items.each_with_index.map do |v, i|
        inside = v.is_a?(Array) || v.is_a?(Hash)
        lead = inside || apart ? "\n#{'  ' * (level + 1)}" : (i.zero? ? '' : ' ')
        apart = inside
        "#{',' unless i.zero?}#{lead}#{show(v, level + 1)}"
      end
      "[#{parts.join}]"
    end

    def pairs(table, level)
      lines = table.map { |k, v| "#{'  ' * (level + 1)}#{show(k, level + 1)} => #{show(v, level + 1)}" }
      "{\n#{lines.join(",\n")}\n#{'  ' * level}}"
    end
  end

  attr_accessor :resource, :parent, :sensitive

  def initialize(resource: nil, value: nil, should: nil)
    raise Puppet::DevError, "No resource set for #{self.class.name}" unless resource
    @resource = resource
    self.value = value if value
    self.should = should if should
  end

  def name
    self.class.name
  end

  def metaparam?
    self.class.metaparam
  end

  def required?
    self.class.required?
  end

  def isnamevar?
    self.class.isnamevar?
  end

  def line
    resource.line
  end

  def file
    resource.file
  end

  def version
    resource.version
  end

  def provider
    @resource.provider
  end

  def noop
    @noop || resource.noop || false
  end

  def pathbuilder
    @resource ? [@resource.pathbuilder, name] : [name]
  end

  def path
    @path ||= "/#{pathbuilder.join('/')}"
  end

  def to_s
    name.to_s
  end

  def log(message)
    send_log(resource[:loglevel], message)
  end

  def remove
    @resource = nil
  end

  def value
    @value.nil? ? nil : unmunge(@value)
  end

  def value=(given)
    validate(given)
    @value = munge(given)
  end

  def unsafe_munge(value)
    self.class.value_collection.munge(value)
  end

  def unsafe_unmunge(value)
    value
  end

  def unsafe_validate(value)
    self.class.value_collection.validate(value)
  end

  def unmunge(value)
    unsafe_unmunge(value)
  end

  def munge(value)
    unsafe_munge(value)
  rescue Puppet::Error
    raise
  rescue StandardError => e
    raise Puppet::DevError, "Munging failed for value #{value.inspect} in class #{name}: #{e}", e.backtrace
  end

  def validate(value)
    unsafe_validate(value)
  rescue ArgumentError => e
    fail(Puppet::Error, e.to_s, e)
  rescue Puppet::Error, TypeError
    raise
  rescue StandardError => e
    raise Puppet::DevError, "Validate method failed for class #{name}: #{e}", e.backtrace
  end

  def format(text, *args)
    text % args.map { |a| @sensitive ? '[redacted]' : a.to_s }
  end
end
