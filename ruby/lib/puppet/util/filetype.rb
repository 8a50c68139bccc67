# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/classgen'

# Kinds of files that providers read and write; modules add their own kinds.
class Puppet::Util::FileType
  class FileReadError < Puppet::Error
  end

  # Wraps the methods of each kind.
  module Wrapped
    def read
      text = super
      @loaded = Time.now
      text ? text.gsub(/# HEADER.*\n/, '') : ''
    rescue Puppet::Error
      raise
    rescue StandardError => e
      raise wrapped(e, 'read')
    end

    def write(text)
      super.tap { @synced = Time.now }
    rescue Puppet::Error
      raise
    rescue StandardError => e
      raise wrapped(e, 'write')
    end

    private

    def wrapped(error, what)
      message = "#{self.class} could not #{what} #{path}: #{error}"
      Puppet.log_exception(error, message)
      Puppet::Error.new(message)
    end
  end

  class << self
    include Puppet::Util::ClassGen
    attr_accessor :name

    def newfiletype(name, &block)
      genclass(name, block: block, prefix: 'FileType', hash: @filetypes ||= {}).tap { |klass| klass.prepend(Wrapped) }
    end

    def filetype(name)
      @filetypes && @filetypes[name]
    end
  end

  attr_accessor :loaded, :path, :synced

  def initialize(path, default_mode = nil)
    raise ArgumentError, 'Path is nil' if path.nil?
    @path = path
    @default_mode = default_mode
  end

  # Options that run crontab for a user.
  def cronargs
    own = Puppet::Util.uid(@path) == Process.uid
    { failonfail: true, combine: true }.merge(own ? {} : { uid: @path })
  end

  newfiletype(:flat) do
    def read
      File.exist?(path) ? File.read(path, encoding: Encoding.default_external) : nil
    end

    # Puts the old contents into the filebucket of this host.
    def backup
      wrong = File.exist?(path) ? Ficelle::Core.agent_back_up(path) : nil
      raise Puppet::Error, wrong if wrong
    end

    def remove
      File.unlink(path) if File.exist?(path)
    end

    # Writes a temporary file and renames it, so that a crash leaves the old file or the new one. Keeps mode and owner.
    def write(text)
      old = File.exist?(path) ? File.stat(path) : nil
      mode = @default_mode || (old ? old.mode & 0o7777 : 0o600)
      target = File.symlink?(path) ? File.realpath(path) : path
      Puppet::FileSystem.replace_file(target, mode) do |file|
        file.chown(old.uid, old.gid) if old && Process.uid.zero?
        file.write(text)
      end
    end
  end

  newfiletype(:ram) do
    def self.tabs
      @tabs ||= {}
    end

    def self.clear
      tabs.clear
    end

    def read
      Puppet.info("Reading #{path} from RAM")
      self.class.tabs[path] || ''
    end

    def remove
      Puppet.info("Removing #{path} from RAM")
      self.class.tabs[path] = ''
    end

    def write(text)
      Puppet.info("Writing #{path} to RAM")
      self.class.tabs[path] = text
    end
  end

  newfiletype(:crontab) do
    def read
      return '' unless Puppet::Util.uid(path)
      Puppet::Util::Execution.execute(['crontab', '-u', path, '-l'], failonfail: true, combine: true)
    rescue Puppet::ExecutionFailure => e
      return '' if e.message.match?(/no crontab for|are not allowed to/)
      raise FileReadError, "Could not read crontab for #{path}: #{e}"
    end

    def remove
      Puppet::Util::Execution.execute(['crontab', '-u', path, '-r'], failonfail: true, combine: true)
    end

    def write(text)
      raise Puppet::Error, "Cannot write the #{path} user's crontab: The user does not exist" unless Puppet::Util.uid(path)
      Tempfile.create('puppet') do |file|
        file.write(text)
        file.flush
        Puppet::Util::Execution.execute(['crontab', '-u', path, file.path], failonfail: true, combine: true)
      end
    end
  end
end
