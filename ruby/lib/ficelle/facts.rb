# frozen_string_literal: true

require 'json'
require 'facter'
require 'ficelle/facts/channel'
require 'ficelle/facts/session'

module Ficelle
  # Custom facts for the host program. It hands over what it collected by itself and takes the facts that
  # Ruby code adds, in a process that ends afterwards.
  module Facts
    # `request` is JSON: see Session. What happens is written to the descriptor as it happens: see Channel.
    def self.run(request, descriptor)
      channel = Channel.new(descriptor)
      Session.new(JSON.parse(request, max_nesting: false), channel).run
      channel.say('end')
      true
    rescue Exception => e # rubocop:disable Lint/RescueException
      channel&.say('log', 'error', "Custom facts: #{e.class}: #{e.message}")
      false
    end
  end
end
