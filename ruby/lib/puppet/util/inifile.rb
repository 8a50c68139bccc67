# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/filetype'

# Files with sections and settings. Unchanged lines are written as they were read.
module Puppet::Util::IniConfig
  class IniParseError < Puppet::Error
    include Puppet::ExternalFileError
  end

  # A header [name] and the entries after it: texts, which are kept unchanged, and [key, value].
  class Section
    attr_reader :name, :file, :entries
    attr_writer :destroy

    def initialize(name, file)
      @name = name
      @file = file
      @entries = []
      @dirty = @destroy = false
    end

    def dirty?
      @dirty || @destroy
    end

    def mark_dirty
      @dirty = true
    end

    def mark_clean
      @dirty = false
    end

    def destroy?
      @destroy
    end

    def add_line(line)
      @entries << line
    end

    # nil removes the setting.
    def []=(key, value)
      mark_dirty
      found = entry(key)
      found ? found[1] = value : @entries << [key, value]
    end

    def [](key)
      entry(key)&.last
    end

    def format
      return +'' if @destroy
      lines = @entries.map do |one|
        next one unless one.is_a?(Array)
        one.last.nil? ? '' : "#{one.first}=#{one.last}\n"
      end
      "[#{name}]\n#{lines.join}"
    end

    private

    def entry(key)
      @entries.find { |one| one.is_a?(Array) && one.first == key }
    end
  end

  # One file.
  class PhysicalFile
    COMMENT = /^\s*$|^[#;]|^\s*rem\s/i.freeze
    CONTINUATION = /^[ \t\r\n\f]/.freeze
    SECTION = /^\[([^\]]+)\]/.freeze
    PROPERTY = /^\s*([^\s=]+)\s*=\s*(.*)$/.freeze

    attr_reader :filetype, :contents
    attr_accessor :destroy_empty, :file_collection

    def initialize(file, options = {})
      @file = file
      @contents = []
      @filetype = Puppet::Util::FileType.filetype(:flat).new(file)
      @destroy_empty = options.fetch(:destroy_empty, false)
    end

    def read
      parse(@filetype.read)                    # a missing file has no contents
    end

    def parse(text)
      section = key = nil
      text.each_line.with_index(1) do |line, number|
        if COMMENT.match?(line) then section ? section.add_line(line) : @contents << line
        elsif CONTINUATION.match?(line) && section && key then section[key] += "\n#{line.chomp}"
        elsif (found = SECTION.match(line))
          section&.mark_clean
          section = add_section(found[1])
          key = nil
        elsif (found = PROPERTY.match(line))
          key = take_property(section, found)
        else
          raise IniParseError.new("Can't parse line '#{line.chomp}'", @file, number)
        end
      end
      section&.mark_clean
    end

    def sections
      @contents.grep(Section)
    end

    def get_section(name)
      sections.find { |section| section.name == name }
    end

    def format
      @contents.map { |one| one.is_a?(Section) ? one.format : one }.join
    end

    def store
      if @destroy_empty && sections.all?(&:destroy?) then ::File.unlink(@file)
      elsif sections.any?(&:dirty?) then @filetype.write(format)
      end
      sections.each(&:mark_clean)
    end

    def add_section(name)
      if get_section(name) || @file_collection&.get_section(name)
        raise IniParseError.new("Section #{name.inspect} is already defined, cannot redefine", @file)
      end
      Section.new(name, @file).tap { |section| @contents << section }
    end

    private

    def take_property(section, found)
      raise IniParseError, "Property with key #{found[1].inspect} outside of a section" if section.nil?
      section[found[1]] = found[2].rstrip
      found[1]
    end
  end

  # Several files whose sections have different names.
  class FileCollection
    attr_reader :files

    def initialize
      @files = {}
    end

    def read(file)
      file_object(file, true).read
    end

    def store
      @files.each_value(&:store)
    end

    def each_section(&block)
      @files.each_value { |file| file.sections.each(&block) }
    end

    def each_file(&block)
      @files.each_key(&block)
    end

    def get_section(name)
      @files.values.filter_map { |file| file.get_section(name) }.last
    end
    alias [] get_section

    def include?(name)
      get_section(name) ? true : false
    end

    def add_section(name, file)
      file_object(file, false).add_section(name)
    end

    private

    def file_object(path, anew)
      return @files[path] if @files.key?(path) && !anew
      @files[path] = PhysicalFile.new(path).tap { |file| file.file_collection = self }
    end
  end

  File = FileCollection
end
