# frozen_string_literal: true

require 'yaml'
require 'puppet/error'
require 'puppet/util'

module Puppet::Util
  # YAML of plain data, read by Ruby's own library.
  module Yaml
    class YamlLoadError < Puppet::Error
    end

    module_function

    # Reads only the named classes, besides plain data.
    def safe_load(yaml, allowed_classes = [], filename = nil)
      data = ::YAML.safe_load(yaml, permitted_classes: allowed_classes, aliases: true, filename: filename)
      data.nil? ? false : data
    rescue ::Psych::DisallowedClass => e
      raise YamlLoadError.new("(#{filename || '<unknown>'}): #{e.message}", e)
    rescue StandardError, ::Psych::Exception => e
      raise YamlLoadError.new(e.message, e)
    end

    def safe_load_file(filename, allowed_classes = [])
      safe_load(File.read(filename.to_s, encoding: 'bom|utf-8'), allowed_classes, filename)
    end

    # nil: the file cannot be read.
    def safe_load_file_if_valid(filename, allowed_classes = [])
      safe_load_file(filename, allowed_classes)
    rescue YamlLoadError, ArgumentError, Errno::ENOENT => e
      Puppet.debug("Could not retrieve YAML content from '#{filename}': #{e.message}")
      nil
    end

    def dump(structure, filename)
      File.write(filename.to_s, ::YAML.dump(structure), perm: 0o660)
    end
  end
end
