# frozen_string_literal: true

module Puppet
  # A module of the current environment: the part of Puppet::Module that modules use.
  class Module
    attr_reader :name, :path

    def self.find(name, _environment = nil)
      directory = Ficelle::Core.module_directory(name.to_s)
      directory && new(name.to_s, directory)
    end

    def initialize(name, path)
      @name = name
      @path = path
    end

    def plugin_directory
      File.join(path, 'lib')
    end
  end
end
