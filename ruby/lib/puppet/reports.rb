# frozen_string_literal: true

require 'puppet/util/autoload'
require 'puppet/util/classgen'
require 'puppet/util/docs'

# Report processors: modules that are mixed into a report, in files lib/puppet/reports/NAME.rb of modules.
class Puppet::Reports
  extend Puppet::Util::ClassGen

  # Where packages and installers of other programs put processors beside Puppet's own.
  PUPPETS_OWN = '/opt/puppetlabs/puppet/lib/ruby/vendor_ruby'
  private_constant :PUPPETS_OWN

  class << self
    def register_report(name, _options = {}, &block)
      name = name.to_sym
      made = genmodule(name, extend: Puppet::Util::Docs, hash: known, overwrite: true, block: block)
      made.define_method(:report_name) { name }
      made
    end

    # Loads the file of a processor and returns the processor, or nil if no module has one.
    def report(name)
      name = name.to_sym
      return known[name] if known.key?(name)
      places = [*Ficelle::Libraries.vendor, PUPPETS_OWN]
      return nil unless Puppet::Util::Autoload.load_file("puppet/reports/#{name}", nil, places)

      Puppet.warning("Loaded report file for #{name} but report was not defined") unless known.key?(name)
      known[name]
    end

    def reports
      known.keys
    end

    private

    def known
      @known ||= {}
    end
  end
end
