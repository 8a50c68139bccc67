# frozen_string_literal: true

require 'puppet/provider/parsedfile'

Puppet::Type.type(:hosty).provide(:parsed, parent: Puppet::Provider::ParsedFile, filetype: :flat) do
  text_line :comment, match: /^#/
  text_line :blank, match: /^\s*$/
  record_line :parsed, fields: %w[ip name], joiner: ' '

  def self.default_target
    File.expand_path('../t/hosties', Puppet[:vardir])
  end

  def self.header
    ''
  end
end
