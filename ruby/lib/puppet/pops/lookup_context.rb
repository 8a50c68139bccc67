# frozen_string_literal: true

require 'puppet/pops/lookup'

module Puppet
  # What a data function is given: its memory, interpolation, explaining, files. Attributes and functions without a block
  # are those of the object.
  # What is asked for each key (not_found, explain, cache, cache_has_key, cached_value) is in C, in ruby/functions.c.
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

    # The content of a file, or what the block makes of it: once in a compilation.
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

    # What the functions of an entry of the hierarchy remember: any objects, by any keys, as long as the compilation.
    def remembered
      @remembered ||= (Ficelle.memory[:lookups] ||= {})[Ficelle::Core.lookup_entry(self)] ||= {}
    end
  end
end

Ficelle::Values::HANDLES['object Puppet::LookupContext'] = Puppet::LookupContext

Puppet::Pops::Lookup::Context = Puppet::LookupContext
