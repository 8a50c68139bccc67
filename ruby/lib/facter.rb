# frozen_string_literal: true

# The API of Facter for custom facts. Core and external facts come from the host program: see ficelle/facts.rb.
module Facter
  class ResolveCustomFactError < StandardError; end
end

require 'facter/version'
require 'facter/log'
require 'facter/core/execution'
require 'facter/util/file_read'
require 'facter/util/values'
require 'facter/util/normalization'
require 'facter/util/confine'
require 'facter/util/resolution'
require 'facter/core/aggregate'
require 'facter/util/fact'
require 'facter/util/loader'
require 'facter/util/collection'
require 'facter/logging'
require 'facter/queries'

module Facter
  extend Logging
  extend Queries

  @custom_dirs = []
  @external_dirs = []
  @external_enabled = true

  class << self
    def version
      VERSION
    end

    # The facts that Ruby code and the host program have added.
    def collection
      @collection ||= Util::Collection.new(Util::Loader.new)
    end

    def add(name, options = {}, &block)
      collection.add(name, { fact_type: :custom }.merge(options), &block)
    end

    def define_fact(name, options = {}, &block)
      collection.define_fact(name, { fact_type: :custom }.merge(options), &block)
    end

    def loadfacts
      collection.load_all
      nil
    end

    def search(*dirs)
      @custom_dirs += dirs.flatten
      nil
    end

    def search_path
      @custom_dirs
    end

    # External facts are read before any Ruby runs, so the directories are only stored.
    def search_external(dirs)
      @external_dirs += Array(dirs)
      nil
    end

    def search_external_path
      @external_dirs
    end

    def load_external(enabled)
      @external_enabled = enabled
      nil
    end

    def load_external?
      @external_enabled
    end

    def flush
      @collection&.flush
      nil
    end

    def reset
      @collection = nil
      @custom_dirs = []
      @external_dirs = []
      nil
    end

    def clear
      flush
      @collection = nil
      @custom_dirs = []
      forget_answers
      clear_messages
      nil
    end

    def enable_sequential; end

    def disable_sequential; end

    def sequential?
      true
    end

    def method_missing(name, *args, &block)
      log_exception(NotImplementedError.new("--#{name}-- not implemented but required\nwith params: #{args.inspect}\n" \
                                            "with block: #{block.inspect}\ncalled by:\n#{caller.first}"))
      nil
    end

    def respond_to_missing?(_name, _all = false)
      false
    end
  end
end
