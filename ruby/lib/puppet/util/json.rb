# frozen_string_literal: true

require 'json'

module Puppet::Util
  # JSON as Ruby's own library reads and writes it.
  module Json
    class ParseError < StandardError
      attr_reader :cause, :data

      def self.build(error, data)
        new(error.message).tap { |made| made.remember(error, data) }
      end

      def remember(cause, data)
        @cause = cause
        @data = data
      end
    end

    module_function

    def load(string, options = {})
      string = string.to_s if string.nil?
      ::JSON.parse(string, symbolize_names: options[:symbolize_names])
    rescue ::JSON::ParserError => e
      raise ParseError.build(e, string)
    end

    def load_file(path, options = {})
      load(File.read(path, encoding: Encoding::UTF_8), options)
    end

    def load_file_if_valid(path, options = {})
      load_file(path, options)
    rescue StandardError
      nil
    end

    def dump(object, options = {})
      options[:pretty] ? ::JSON.pretty_generate(object) : ::JSON.generate(object)
    end
  end
end
