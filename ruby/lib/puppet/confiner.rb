# frozen_string_literal: true

module Puppet
  # What must be so on a machine for a provider to work there.
  module Confiner
    def self.fact(name)
      require 'facter'
      Facter.value(name)
    end

    def confine(hash)
      (@confines ||= []) << hash
    end

    def suitable?(_short = true)
      (@confines || []).all? do |hash|
        hash.reject { |k, _| k == :for_binary }.all? do |kind, wanted|
          Confiner.holds?(kind, wanted, hash[:for_binary])
        end
      end
    end

    def self.holds?(kind, wanted, for_binary)
      case kind
      when :exists
        [wanted].flatten.all? { |path| for_binary ? Puppet::Util.which(path) : path && File.exist?(path) }
      when :true then answer(wanted)
      when :false then !answer(wanted)
      when :feature then [wanted].flatten.all? { |name| Puppet.features.public_send("#{name}?") }
      else
        found = fact(kind).to_s.downcase
        [wanted].flatten.any? { |v| v.is_a?(Regexp) ? v.match?(found) : v.to_s.downcase == found }
      end
    end

    def self.answer(wanted)
      wanted.respond_to?(:call) ? wanted.call : wanted
    end
  end
end
