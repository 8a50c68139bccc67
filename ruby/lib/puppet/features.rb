# frozen_string_literal: true

module Puppet
  # Features of a machine and its Ruby: Puppet.features.posix? and the like. Features of modules
  # (lib/puppet/feature/x.rb) call add(:name, libs: [...]) or add(:name) { true }.
  class Features
    # results: known results, by name; modules that define a feature as a method store its result there.
    def initialize
      @results = {}
      @known = { posix: proc { true }, root: proc { Process.uid.zero? }, microsoft_windows: proc { false } }
    end

    def add(name, options = {}, &block)
      @known[name] = block || proc { test(name, options) }
    end

    def method_missing(name, *args)
      return super unless name.end_with?('?')
      feature = name.to_s.chomp('?').to_sym
      @known[feature] ? @known[feature].call ? true : false : loads?("puppet/feature/#{feature}") && known?(feature)
    end

    def respond_to_missing?(name, _all = false)
      name.end_with?('?')
    end

    private

    # Whether the libraries load, or the result of the block.
    def test(_name, options)
      return yield ? true : false if block_given?
      Array(options[:libs]).all? { |lib| loads?(lib) }
    end

    def known?(feature)
      @known[feature]&.call ? true : false
    end

    def loads?(lib)
      require lib
      true
    rescue LoadError
      false
    end
  end

  def self.features
    @features ||= Features.new
  end
end
