# frozen_string_literal: true

# Tags of messages, resources and events of a report.
module Puppet::Util
  class TagSet < Set
    def to_data_hash
      to_a
    end

    def join(*arguments)
      to_a.join(*arguments)
    end
  end

  module Tagging
    VALID = /\A[[:alnum:]_][[:alnum:]_:.-]*\Z/.freeze
    private_constant :VALID

    # Adds names, and the parts of names with "::".
    def tag(*names)
      names.flatten.each do |name|
        name = name.to_s.downcase
        raise Puppet::ParseError, "Invalid tag '#{name}'" unless name.match?(VALID)

        tags_kept.add(name)
        tags_kept.merge(name.split('::'))
      end
    end

    # Whether it has one of the tags.
    def tagged?(*names)
      names.flatten.any? { |name| tags_kept.include?(name.to_s.downcase) }
    end

    def tags
      tags_kept.dup
    end

    def tags=(names)
      @tags = TagSet.new
      tag(names.is_a?(String) ? names.strip.split(/\s*,\s*/) : names.to_a)
    end

    private

    def tags_kept
      @tags ||= TagSet.new
    end
  end
end
