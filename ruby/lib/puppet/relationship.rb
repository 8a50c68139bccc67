# frozen_string_literal: true

module Puppet
  # An edge between two resources, and the events that it passes. Blocks of types (autorequire, eval_generate) make
  # them.
  class Relationship
    attr_accessor :source, :target, :callback
    attr_reader :event

    def initialize(source, target, options = {})
      @source = source
      @target = target
      given = (options || {}).transform_keys(&:to_sym)
      @callback = given[:callback]
      self.event = given[:event] if given[:event]
    end

    def event=(event)
      raise ArgumentError, 'You must pass a callback for non-NONE events' if event != :NONE && !callback

      @event = event
    end

    def match?(event)
      return false if @event.nil? || @event == :NONE || event == :NONE

      @event == :ALL_EVENTS || @event == event
    end

    def label
      { callback: callback, event: event }.compact
    end

    def ref
      "#{source} => #{target}"
    end
    alias to_s ref

    def inspect
      "{ #{source} => #{target} }"
    end
  end
end
