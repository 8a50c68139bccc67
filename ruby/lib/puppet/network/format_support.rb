# frozen_string_literal: true

# Texts of objects that have to_data_hash. Their YAML has Ruby's tag of the class.
module Puppet::Network
  module FormatSupport
    FORMATS = { json: :to_json, pson: :to_json, yaml: :to_yaml }.freeze
    MIMES = { json: 'application/json', pson: 'text/pson', yaml: 'text/yaml' }.freeze
    private_constant :FORMATS, :MIMES

    def to_json(*arguments)
      to_data_hash.to_json(*arguments)
    end
    alias to_pson to_json

    def encode_with(coder)
      coder.represent_map("!ruby/object:#{self.class.name}", to_data_hash)
    end

    def init_with(coder)
      initialize_from_hash(coder.map)
    end

    def render(format = :json)
      public_send(FORMATS.fetch(format.to_s.to_sym) { raise Puppet::Error, "not supported: the format #{format}" })
    end

    def mime(format = :json)
      MIMES.fetch(format.to_s.to_sym)
    end

    def support_format?(name)
      FORMATS.key?(name.to_s.to_sym)
    end
  end
end
