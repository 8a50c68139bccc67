# frozen_string_literal: true

require 'puppet/util'

# URIs: escapes their parts, and converts paths of files.
module Puppet::Util
  URI_PARTS = %r{\A(?<scheme>[^:/?#]+:)?(?<authority>//[^/?#]*)?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?\z}m.freeze
  URI_PATH_UNSAFE = %r{[^-_.!~*'()a-zA-Z\d;/?:@&=+$,\[\]]}.freeze
  private_constant :URI_PARTS, :URI_PATH_UNSAFE

  module_function

  # Escapes a URI part by part: spaces become %20; a plus is kept in the path and becomes %2B after it. Without
  # allow_fragment, # has no special meaning.
  def uri_encode(path, opts = { allow_fragment: false })
    raise ArgumentError, 'path may not be nil' if path.nil?

    parts = path.match(URI_PARTS)
    encoded = "#{parts[:scheme]}#{parts[:authority]}#{escape_path(parts[:path])}"
    encoded += "?#{escape_query(parts[:query])}" if parts[:query]
    return encoded unless parts[:fragment]

    "#{encoded}#{opts[:allow_fragment] ? '#' : '%23'}#{uri_query_encode(parts[:fragment])}"
  end

  # Escapes one name or value of a query.
  def uri_query_encode(text)
    text&.dup&.force_encoding(Encoding::BINARY)&.gsub(/[^-_.~a-zA-Z\d]/n) { |c| format('%%%02X', c.ord) }
  end

  def uri_unescape(text)
    bytes = text.dup.force_encoding(Encoding::BINARY).gsub(/%(\h\h)/) { ::Regexp.last_match(1).hex.chr }
    bytes.force_encoding(text.encoding)
  end

  # file:/path
  def path_to_uri(path)
    return unless path

    name, query = uri_encode(path).split('?', 2)
    URI::Generic.build(scheme: 'file', path: name, query: query)
  rescue URI::Error => e
    raise Puppet::Error, "Failed to convert '#{path}' to URI: #{e}"
  end

  def uri_to_path(uri)
    uri_unescape(uri.path.encode(Encoding::UTF_8)) if uri.is_a?(URI)
  end

  def escape_path(text)
    text.gsub(URI_PATH_UNSAFE) { |c| c.bytes.map { |b| format('%%%02X', b) }.join }
  end
  private_class_method :escape_path

  def escape_query(text)
    text.split('&').map { |pair| pair.split('=').map { |part| uri_query_encode(part) }.join('=') }.join('&')
  end
  private_class_method :escape_query
end
