# frozen_string_literal: true

require 'puppet/file_serving'
require 'puppet/util/checksums'

# The metadata of a file. Owner, group and mode are those of the file only with source_permissions.
class Puppet::FileServing::Metadata < Puppet::FileServing::Base
  include Puppet::Util::Checksums
  attr_reader :owner, :group, :mode, :ftype, :checksum, :checksum_type, :destination, :content_uri

  def initialize(path, **options)
    super
    @checksum_type = Puppet[:digest_algorithm] || 'sha256'
  end

  def checksum_type=(type)
    raise ArgumentError, "Unsupported checksum type #{type}" unless respond_to?("#{type}_file", true)

    @checksum_type = type
  end

  def collect(source_permissions = nil)
    found = stat
    @ftype = found.ftype
    own = source_permissions && source_permissions.to_sym != :ignore
    @owner = own ? found.uid : Process.euid
    @group = own ? found.gid : Process.egid
    @mode = own ? found.mode & 0o7777 : 0o644
    collect_checksum(found)
  end

  def to_data_hash
    data = { 'path' => path, 'relative_path' => relative_path, 'links' => links.to_s, 'owner' => owner, 'group' => group,
             'mode' => mode, 'checksum' => { 'type' => checksum_type, 'value' => checksum }, 'type' => ftype,
             'destination' => destination }
    source ? data.merge('source' => source) : data
  end

  private

  def collect_checksum(found)
    case ftype
    when 'file' then @checksum = digest
    when 'directory'
      @checksum_type = 'ctime'
      @checksum = "{ctime}#{found.ctime}"
    when 'link'
      @destination = File.readlink(full_path)
      @checksum = File.file?(full_path) ? digest : nil
    when 'fifo', 'socket'
      @checksum_type = 'none'
      @checksum = '{none}'
    else raise ArgumentError, "Cannot manage files of type #{ftype}"
    end
  end

  def digest
    "{#{checksum_type}}#{send("#{checksum_type}_file", full_path)}"
  end
end
