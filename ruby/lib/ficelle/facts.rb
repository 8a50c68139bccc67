# frozen_string_literal: true

require 'json'
Object.send(:remove_const, :Facter) if Object.autoload?(:Facter) # that of a compilation
require 'facter'
require 'ficelle/facts/channel'
require 'ficelle/facts/session'

module Ficelle
  # Custom facts for the host program, in a process that has no compilation and ends afterwards: it hands over what it
  # collected by itself and takes the facts that Ruby code adds.
  #
  # `request` is JSON: see Facts::Session. What happens is written to the descriptor as it happens: see Facts::Channel.
  def self.collect_facts(request, descriptor)
    channel = Facts::Channel.new(descriptor)
    Facts::Session.new(JSON.parse(request, max_nesting: false), channel).run
    channel.say('end')
    true
  end
end
