# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'
require 'puppet/util/classgen'

# Kinds of files that providers read and write: modules add kinds of their own.
class Puppet::Util::FileType
  class FileReadError < Puppet::Error
  end

  class << self
    include Puppet::Util::ClassGen
    attr_accessor :name

    def newfiletype(name, &block)
      genclass(name, block: block, prefix: 'FileType', hash: @filetypes ||= {})
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

  newfiletype(:flat) do
    def read
      File.exist?(path) ? File.read(path) : nil
    end
  end
end
