# frozen_string_literal: true

# The exceptions of Puppet that code in modules raises and rescues.
module Puppet
  class Error < RuntimeError
    attr_accessor :original

    def initialize(message, original = nil)
      super(message.scrub)
      @original = original
    end
  end

  # Errors that have a place print it after their message.
  module ExternalFileError
    attr_accessor :line, :file, :pos, :puppetstack

    def initialize(message, file = nil, line = nil, pos = nil, original = nil)
      original, pos = pos, nil if pos.is_a?(Exception)
      super(message, original)
      @file = file
      @line = line
      @pos = pos
      @puppetstack = []
    end

    def to_s
      super + Puppet::Util::Errors.error_location_with_space(@file, @line, @pos)
    end
  end

  class ParseError < Error
    include ExternalFileError
  end

  class ResourceError < Error
    include ExternalFileError
  end

  # The one in Puppet::Resource::Catalog.
  class DuplicateResourceError < Error
    include ExternalFileError
  end

  class DevError < Error
    include ExternalFileError
  end

  # An error with an issue code.
  class ParseErrorWithIssue < ParseError
    attr_reader :issue_code, :basic_message, :arguments
    attr_accessor :environment, :node

    def initialize(message, file = nil, line = nil, pos = nil, original = nil, issue_code = nil, arguments = nil)
      super(message, file, line, pos, original)
      @issue_code = issue_code
      @basic_message = message
      @arguments = arguments
    end
  end

  class PreformattedError < ParseErrorWithIssue
  end

  class MissingCommand < Error
  end

  class ExecutionFailure < Error
  end

  class ConstantAlreadyDefined < Error
  end

  class SubclassAlreadyDefined < Error
  end
end
