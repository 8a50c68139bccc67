# frozen_string_literal: true

require 'puppet/provider'
require 'puppet/util/fileparsing'
require 'puppet/util/filetype'

# Providers of things that are lines of a file. Which lines there are can be told; files are neither read nor written,
# since that is no work of a compiler.
class Puppet::Provider::ParsedFile < Puppet::Provider
  extend Puppet::Util::FileParsing

  class << self
    attr_accessor :default_target, :target, :raise_prefetch_errors

    def initvars
      @records = []
      @target_objects = {}
      @filetype ||= Puppet::Util::FileType.filetype(:flat)
      super
    end

    def filetype
      @filetype ||= Puppet::Util::FileType.filetype(:flat)
    end

    def filetype=(type)
      @filetype = type.is_a?(Class) ? type : Puppet::Util::FileType.filetype(type)
      raise ArgumentError, "Invalid filetype #{type}" unless @filetype
    end

    def resource_type=(type)
      super
      mk_resource_methods
    end

    def default_mode
      nil
    end

    def native_header_regex
      nil
    end

    def drop_native_header
      false
    end

    def skip_record?(record)
      record_type(record[:record_type]).text?
    end
  end

  attr_accessor :property_hash
end
