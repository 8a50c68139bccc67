# frozen_string_literal: true

require 'puppet/pops/lookup'

module Puppet
  # What a data function is given: its memory, interpolation, explaining, files. Attributes and functions without a block
  # are those of the object.
  class LookupContext < Ficelle::ObjectHandle
    def explain
      Ficelle::Core.explain(self, yield.to_s) if Ficelle::Core.explaining(self)
      nil
    end

    def cached_entries(&block)
      entries = Ficelle::Core.object_call(self, 'cached_entries').first
      return entries unless block

      entries.each { |key, value| block.arity == 2 ? block.call(key, value) : block.call([key, value]) }
      nil
    end

    # The content of a file, or what the block makes of it: once in a compilation.
    def cached_file_data(path)
      return Ficelle::Core.object_call(self, 'cached_file_data', path).first unless block_given?

      made = Ficelle.call_cache.retrieve(:file_data)
      made.fetch(path) { made[path] = yield(Ficelle::Core.object_call(self, 'cached_file_data', path).first) }
    end
  end
end

Ficelle::Values::HANDLES['object Puppet::LookupContext'] = Puppet::LookupContext

Puppet::Pops::Lookup::Context = Puppet::LookupContext
