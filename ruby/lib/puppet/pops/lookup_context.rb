# frozen_string_literal: true

require 'puppet/pops/lookup'

module Puppet
  # The context argument of a data function: its cache, interpolation, explanations, files. Attributes and functions
  # without a block belong to the core's object. The methods that are called for each key (not_found, explain, cache,
  # cache_has_key, cached_value) are in ruby/functions.c.
  class LookupContext < Ficelle::ObjectHandle
    include Ficelle::DataContext

    def cache_all(hash)
      remembered.merge!(hash)
      nil
    end

    def cached_entries(&block)
      return Puppet::Pops::Types::Iterable.on(remembered) unless block

      remembered.each_pair { |pair| block.arity == 2 ? block.call(*pair) : block.call(pair) }
      nil
    end

    # The content of a file, or the block's result for it, cached until the compilation ends.
    def cached_file_data(path)
      return Ficelle::Core.object_call(self, 'cached_file_data', path).first unless block_given?

      made = Ficelle.call_cache.retrieve(:file_data)
      made.fetch(path) { made[path] = yield(Ficelle::Core.object_call(self, 'cached_file_data', path).first) }
    end

    private

    def explain_now(text)
      Ficelle::Core.explain(self, text.to_s)
      nil
    end

    # The cache of an entry of the hierarchy for this compilation: any objects, by any keys.
    def remembered
      @remembered ||= (Ficelle.memory[:lookups] ||= {})[Ficelle::Core.lookup_entry(self)] ||= {}
    end
  end
end

Ficelle::Values::HANDLES['object Puppet::LookupContext'] = Puppet::LookupContext

Puppet::Pops::Lookup::Context = Puppet::LookupContext
