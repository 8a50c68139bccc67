# frozen_string_literal: true

module Facter
  # The version of Facter that our facts correspond to, as in agent/facts/facts.h.
  VERSION = '4.3.0' unless defined?(VERSION)
end
