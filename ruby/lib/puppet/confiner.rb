# frozen_string_literal: true

module Puppet
  # Conditions for a provider to work on a machine.
  module Confiner
    class << self
      def fact(name)
        require 'facter'
        Facter.value(name)
      end

      # nil: the condition holds; else the message for level debug.
      def fault(kind, wanted, for_binary)
        case kind
        when :exists then each_fault(wanted) { |path| "file #{path} does not exist" unless there?(path, for_binary) }
        when :true then each_fault(answers(wanted)) { |v| 'false value when expecting true' unless v }
        when :false then each_fault(answers(wanted)) { |v| 'true value when expecting false' if v }
        when :any then listed(wanted).any? ? nil : "0 confines (of #{listed(wanted).length}) were true"
        when :feature then each_fault(wanted) { |name| "feature #{name} is missing" unless feature?(name) }
        else fact_fault(kind, wanted)
        end
      end

      private

      def each_fault(wanted, &block)
        listed(wanted).filter_map(&block).first
      end

      def listed(wanted)
        wanted.is_a?(Array) ? wanted : [wanted]
      end

      def there?(path, for_binary)
        path && (for_binary ? Puppet::Util.which(path.to_s) : File.exist?(path.to_s))
      end

      def feature?(name)
        Puppet.features.public_send("#{name}?")
      end

      # Compares a fact, or a setting of that name.
      def fact_fault(name, wanted)
        wanted = listed(wanted).map { |v| v.to_s.downcase }
        found = (Puppet.settings.include?(name) ? Puppet[name] : fact(name)).to_s.downcase
        return if wanted.include?(found)
        "facter value '#{found}' for '#{name}' not in required list '#{wanted.join(',')}'"
      end

      def answers(wanted)
        list = listed(wanted)
        list.length == 1 && list.first.respond_to?(:call) ? [list.first.call] : list
      end
    end

    # A block is called when the condition is checked.
    def confine(hash = {}, &block)
      (@confines ||= []) << (block && hash.empty? ? { true: block } : block ? { hash => block } : hash)
    end

    # With false: returns {kind => what is missing}.
    def suitable?(short = true)
      faults = {}
      (@confines || []).each do |hash|
        hash.each do |kind, wanted|
          next if kind == :for_binary
          fault = Confiner.fault(kind, wanted, hash[:for_binary])
          next unless fault
          Puppet.debug("#{self}: #{fault}") if Ficelle.applying?
          return false if short
          (faults[kind] ||= []).push(wanted)
        end
      end
      short ? true : faults
    end
  end
end
