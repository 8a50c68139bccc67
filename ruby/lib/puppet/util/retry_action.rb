# frozen_string_literal: true

require 'puppet/util'

# Retries failed actions, with increasing pauses.
module Puppet::Util::RetryAction
  class RetryException < RuntimeError; end
  class RetryException::NoBlockGiven < RetryException; end
  class RetryException::NoRetriesGiven < RetryException; end
  class RetryException::Timeout < RetryException; end

  # retries: how often; retry_exceptions: {class => text of the message before the retry}.
  def self.retry_action(options = {})
    raise RetryException::NoBlockGiven unless block_given?
    raise RetryException::NoRetriesGiven if options[:retries].nil?
    known = options[:retry_exceptions] || {}
    failures = 0
    begin
      yield
    rescue *(known.empty? ? [StandardError] : known.keys) => e
      raise RetryException::Timeout if (failures += 1) > options[:retries].to_i
      Puppet.info("Caught exception #{e.class}:#{known[e.class] || e.message} retrying")
      sleep(((2**failures) - 1) * 0.1)
      retry
    end
  end
end
