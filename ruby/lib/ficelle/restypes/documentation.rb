# frozen_string_literal: true

require 'ficelle/restypes'

module Ficelle
  # The documentation that `ficelle describe` prints: a hash with "doc", "attributes" ([name, doc, whether it is a
  # namevar]), "metaparams" that modules added and "providers" ([name, doc]). path: the file of the type; nil: one of
  # Puppet's own types, for which modules may have providers. If the file cannot be loaded, the hash contains only
  # "fault", the reason. nil: the file does not define the type.
  def self.resource_type_doc(name, path, with_providers)
    Restypes.for_documents = true
    klass = path ? Restypes.find_at(name.to_sym, path) : Restypes.builtin(name.to_sym)
    klass && Restypes::Documentation.new(klass, with_providers).to_h
  rescue Puppet::Error => e
    { 'fault' => e.message }
  end

  module Restypes
    # The documentation of a type.
    class Documentation
      def initialize(klass, with_providers)
        @type = klass
        @with_providers = with_providers
      end

      def to_h
        { 'doc' => @type.doc.to_s,
          'attributes' => attributes,
          'metaparams' => Restypes.current.metaparams.map { |name, param| [name.to_s, param.doc] },
          'providers' => @with_providers ? providers : [] }
      end

      private

      def attributes
        own = @type.allattrs.select { |name| %i[property param].include?(@type.attrtype(name)) && name != :provider }
        own.map { |name| [name.to_s, @type.attrclass(name).doc, @type.key_attributes.include?(name)] }
      end

      # Logs an error for a provider that cannot be loaded, and lists the others.
      def providers
        faults = {}
        Restypes.current.files_in("puppet/provider/#{@type.name}").uniq { |_, relative| relative }.each do |_, relative|
          name = File.basename(relative, '.rb').to_sym
          Restypes.load_provider(@type.name, name)
        rescue Puppet::Error => e
          faults[name] = e.message
        end
        known = @type.providers.map { |name| [name.to_s, @type.provider(name).doc.to_s] }
        known + faults.map { |name, fault| [name.to_s, fault] }
      end
    end
  end
end
