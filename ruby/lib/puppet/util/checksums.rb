# frozen_string_literal: true

require 'digest'
require 'puppet/util'

# Digests of texts, in the form "{md5}…".
module Puppet::Util::Checksums
  DIGESTS = { md5: Digest::MD5, sha1: Digest::SHA1, sha256: Digest::SHA256, sha384: Digest::SHA384,
              sha512: Digest::SHA512 }.freeze

  module_function

  def known_checksum_types
    %i[sha256 sha256lite md5 md5lite sha1 sha1lite sha512 sha384 sha224 mtime ctime none]
  end

  def checksum?(text)
    text.match?(/^\{(\w{3,9})\}\S+/)
  end

  def sumdata(checksum)
    checksum[/^\{(\w+)\}(.+)/m, 2]
  end

  def sumtype(checksum)
    checksum[/^\{(\w+)\}/, 1]
  end

  DIGESTS.each do |name, digest|
    define_method(name) { |content| digest.hexdigest(content) }
    define_method("#{name}lite") { |content| digest.hexdigest(content[0, 512]) }
    define_method("#{name}_file") { |path| digest.file(path).hexdigest }
    module_function name, "#{name}lite", "#{name}_file"
  end
end
