# frozen_string_literal: true

require 'json'
Object.send(:remove_const, :Facter) if Object.autoload?(:Facter) # the one for compilations
require 'facter'
require 'ficelle/facts/channel'
require 'ficelle/facts/session'

module Ficelle
  # Resolves custom facts for the host program, in a separate process without a compilation: it gets the core and
  # external facts, and returns the facts that Ruby code adds.
  #
  # `request` is JSON: see Facts::Session. Events are written to the descriptor as they happen: see Facts::Channel.
  def self.collect_facts(request, descriptor)
    channel = Facts::Channel.new(descriptor)
    Facts::Session.new(JSON.parse(request, max_nesting: false), channel).run
    channel.say('end')
    true
  end
end
