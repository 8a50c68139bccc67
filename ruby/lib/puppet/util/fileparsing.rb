# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'

# Parses files of lines: defines kinds of lines, and reads them.
module Puppet::Util::FileParsing
  # One kind of line.
  class FileRecord
    INVALID_FIELDS = %i[record_type target on_disk].freeze
    OPTIONS = %i[absent block_eval fields joiner match optional post_parse pre_gen rollup rts separator to_line].freeze
    HOOKS = %i[post_parse pre_gen to_line].freeze

    attr_accessor :absent, :joiner, :rts, :separator, :rollup, :name, :match, :block_eval
    attr_reader :fields, :optional, :type

    def initialize(type, **options, &block)
      unknown = options.keys - OPTIONS
      raise ArgumentError, "unknown keywords: #{unknown.map(&:inspect).join(', ')}" unless unknown.empty?
      @type = type.intern
      raise ArgumentError, "Invalid record type #{@type}" unless %i[record text].include?(@type)
      options = { absent: '', separator: /\s+/, joiner: ' ', optional: [], rollup: true }.merge(options) if record?
      options.each { |name, value| public_send("#{name}=", value) unless value.nil? }
      evaluate(&block) if block
    end

    def record?
      @type == :record
    end

    def text?
      @type == :text
    end

    def fields=(names)
      @fields = names.map(&:intern)
      bad = @fields & INVALID_FIELDS
      raise ArgumentError, "Cannot have fields named #{bad.first}" unless bad.empty?
    end

    def optional=(names)
      @optional = names.map(&:intern)
    end

    HOOKS.each do |hook|
      define_method("#{hook}=") { |block| define_singleton_method(hook, &block) }
    end

    def join(details)
      texts = fields.map do |field|
        value = details[field]
        next value.to_s unless [:absent, [:absent], nil].include?(value)
        raise ArgumentError, "Field '#{field}' is required" unless optional.include?(field)
        absent
      end
      texts.compact.join(joiner)
    end

    private

    def evaluate(&block)
      @block_eval ||= :process
      @block_eval == :instance ? instance_eval(&block) : define_singleton_method(@block_eval, &block)
    end
  end

  attr_writer :line_separator, :trailing_separator

  def line_separator
    @line_separator ||= "\n"
  end

  def trailing_separator
    defined?(@trailing_separator) ? @trailing_separator : true
  end

  def record_line(name, options, &block)
    raise ArgumentError, 'Must include a list of fields' unless options.include?(:fields)
    add_record(name, FileRecord.new(:record, **options, &block))
  end

  def text_line(name, options, &block)
    raise ArgumentError, 'You must provide a :match regex for text lines' unless options.include?(:match)
    add_record(name, FileRecord.new(:text, **options, &block))
  end

  def clear_records
    @record_types.clear
  end

  def records?
    !(@record_types || {}).empty?
  end

  def fields(type)
    record_type(type)&.fields.dup
  end

  def valid_attr?(type, attribute)
    record = record_type(type)
    record&.fields&.include?(attribute.intern) || attribute.intern == :ensure
  end

  def lines(text)
    text.split(line_separator)
  end

  def parse(text)
    lines(text).each_with_index.map do |line, i|
      parse_line(line) || raise(Puppet::ResourceError.new("Could not parse line #{line.inspect}", nil, i + 2))
    end
  end

  def parse_line(line)
    raise Puppet::DevError, 'No record types defined; cannot parse lines' unless records?
    @record_types.each_value do |record|
      result = record.text? ? handle_text_line(line, record) : handle_record_line(line, record)
      next unless result
      record.post_parse(result) if record.respond_to?(:post_parse)
      return result
    end
    nil
  end

  def handle_text_line(line, record)
    record.match.match?(line) ? { record_type: record.name, line: line } : nil
  end

  def handle_record_line(line, record)
    result = if record.respond_to?(:process) then processed(line, record)
             elsif record.match then matched(line, record)
             else separated(line, record)
             end
    result&.merge!(record_type: record.name)
  end

  def to_line(details)
    record = record_type(details[:record_type])
    raise ArgumentError, "Invalid record type #{details[:record_type].inspect}" unless record
    if record.respond_to?(:pre_gen)
      details = details.dup
      record.pre_gen(details)
    end
    return details[:line] if record.text?
    return record.to_line(details) if record.respond_to?(:to_line)
    line = record.join(details)
    record.rts ? line.sub(record.rts == true ? /\s+$/ : record.rts, '') : line
  end

  def to_file(records)
    text = records.map { |record| to_line(record) }.join(line_separator)
    trailing_separator ? text + line_separator : text
  end

  private

  def add_record(name, record)
    record.name = name.intern
    @record_types ||= {}
    if @record_types.include?(record.name)
      raise ArgumentError, "Line type #{record.name} is already defined"
    end
    @record_types[record.name] = record
  end

  def record_type(type)
    @record_types[type.intern]
  end

  def processed(line, record)
    result = record.process(line.dup)
    return result if result.nil? || result.is_a?(Hash)
    raise Puppet::DevError, "Process record type #{record.name} returned non-hash"
  end

  def matched(line, record)
    found = record.match.match(line)
    found && record.fields.zip(found.captures).to_h { |field, v| [field, v == record.absent ? :absent : v] }
  end

  def separated(line, record)
    parts = line.split(record.separator == ' ' ? / / : record.separator)
    result = record.fields.to_h do |field|
      value = parts.shift
      [field, value.nil? || value == record.absent ? :absent : value]
    end
    if record.rollup && !parts.empty?
      last = record.fields.last
      result[last] = [result[last], *parts].join(record.joiner)
    end
    result
  end
end
