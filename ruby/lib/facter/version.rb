# frozen_string_literal: true

module Facter
  # What facts agree with (agent/facts/facts.h says the same).
  VERSION = '4.3.0' unless defined?(VERSION)
end
