# frozen_string_literal: true

require 'puppet/util'

module Puppet
  # Files of modules as the file server provides them, with names "puppet:///modules/m/x", and files of this machine.
  module FileServing
    # find returns an object of the class.
    class Indirection
      def initialize(model)
        @model = model
      end

      # nil: no such file. Options: links (:manage or :follow), source_permissions, environment.
      def find(key, options = {})
        path = FileServing.path_of(key.to_s)
        return unless path && File.exist?(path)

        links = options[:links]&.to_sym
        @model.new(path, links: links == :follow ? :follow : :manage).tap do |found|
          found.collect(options[:source_permissions])
          found.source = key.to_s
        end
      end
    end

    # The path of a file; nil: no module has it.
    def self.path_of(key)
      return key if key.start_with?('/')

      uri = URI.parse(Puppet::Util.uri_encode(key))
      name = Puppet::Util.uri_unescape(uri.path || uri.opaque.to_s)
      case uri.scheme
      when 'file' then name
      when nil then module_file(name)
      when 'puppet'
        refuse(key, 'other servers') unless uri.host.to_s.empty?
        module_file(name)
      else refuse(key, "the protocol #{uri.scheme}")
      end
    end

    def self.module_file(name)
      mount, file = name.delete_prefix('/').split('/', 2)
      refuse(name, "the mount #{mount}") unless mount == 'modules'
      file && Ficelle::Core.module_file('files', file)
    end
    private_class_method :module_file

    def self.refuse(key, what)
      raise Puppet::Error, "not supported: files of #{what} while compiling (#{key})"
    end
    private_class_method :refuse

    # A file that was found.
    class Base
      def self.indirection
        @indirection ||= Indirection.new(self)
      end

      attr_accessor :source
      attr_reader :path, :relative_path, :links

      def initialize(path, links: :manage, relative_path: nil, source: nil)
        raise ArgumentError, 'Paths must be fully qualified' unless path.start_with?('/')

        @path = path
        @links = links
        @relative_path = relative_path
        @source = source
      end

      def full_path
        whole = [nil, '', '.'].include?(relative_path) ? path : File.join(path, relative_path)
        whole.squeeze('/')
      end

      def stat
        links == :manage ? File.lstat(full_path) : File.stat(full_path)
      end

      def exist?
        stat
        true
      rescue SystemCallError
        false
      end

      def collect(_source_permissions = nil)
      end

      def inspect
        "#<#{self.class} #{full_path}>"
      end
    end

    autoload :Content, 'puppet/file_serving/content'
    autoload :Metadata, 'puppet/file_serving/metadata'
  end
end
