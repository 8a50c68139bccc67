# frozen_string_literal: true

module Ficelle
  module Facts
    # One collection of custom facts. The request has:
    #   core      the core facts, nested, with the legacy ones
    #   external  [NAME, VALUE, FILE or nil, WEIGHT] in order; FILE: an external fact; nil: a variable of the
    #             environment
    #   dirs      directories of custom facts
    #   blocked   names of facts that must not exist
    #   query     requested names; empty: all
    #   skip      names of facts and files to skip, because they have crashed or hung before
    #   limit     time limit for each fact, in seconds; 0: no limit
    #   debug, trace
    #   settings  Puppet's settings, for Puppet[:name]
    class Session
      # Not a StandardError: facts would rescue it unintentionally.
      class TimeUp < Exception; end # rubocop:disable Lint/InheritException

      def initialize(request, channel)
        @request = request
        @channel = channel
        @skip = request['skip'] || []
      end

      def run
        prepare_facter
        require 'ficelle/facts/puppet'
        PuppetApi.install(*%w[settings sections written].map { |part| @request[part] || {} })
        Facter.loadfacts
        chosen.each { |name| resolve(name) }
      end

      private

      def prepare_facter
        Facter::Log.sink = ->(level, text) { @channel.say('log', level, text) }
        Facter.debugging(@request['debug'])
        Facter.trace(@request['trace'])
        Facter.core_facts = @request['core']
        Facter::Util::Collection.prepare = method(:add_external)
        Facter::Util::Collection.blocked = @request['blocked']
        Facter::Util::Loader.watch = method(:may_load?)
        Facter.search(*@request['dirs'])
      end

      def add_external(collection)
        @request['external'].each do |name, value, file, weight|
          next if @skip.include?(name)

          options = file ? { file: file } : { is_env: true }
          collection.add(name, { value: value, fact_type: :external, **options }) { has_weight(weight) }
        end
      end

      def may_load?(path)
        return false if @skip.include?(path)

        @channel.say('load', path)
        true
      end

      # The facts that match the query, in the order in which they were added.
      def chosen
        names = Facter.collection.list.map(&:to_s) - @skip
        return names if @request['query'].empty?

        names.select { |name| @request['query'].any? { |query| leads_to?(query.downcase, name) } }
      end

      def leads_to?(query, name)
        query == name || query.start_with?("#{name}.") || name.start_with?("#{query}.")
      end

      def resolve(name)
        @channel.say('begin', name)
        start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        value = value_in_time(name)
        seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
        @channel.fact(name, Facter::Util::Values.stringify_keys(value), seconds)
      rescue TimeUp
        Facter.log_exception(nil, "Timed out after #{@request['limit']} seconds while resolving fact='#{name}'")
      rescue StandardError, ScriptError, SystemStackError, NoMemoryError, SystemExit, UncaughtThrowError => e
        Facter.log_exception(e, "Error while resolving fact='#{name}': #{e.message}")
      end

      def value_in_time(name)
        Timeout.timeout(@request['limit'], TimeUp) { Facter.collection.existing(name).value }
      end
    end
  end
end
