# frozen_string_literal: true

require 'json'

# JSON in the form of older versions of Puppet.
module PSON
  class ParserError < StandardError
  end

  class << self
    def parse(text, _options = {})
      raise ParserError, "source '#{text[0, 20]}' not in PSON!" unless text.lstrip.start_with?('{', '[')

      JSON.parse(text)
    rescue JSON::ParserError => e
      raise ParserError, e.message
    end
    alias load parse

    def generate(object)
      JSON.generate(object)
    end

    def pretty_generate(object)
      JSON.pretty_generate(object)
    end
  end
end
