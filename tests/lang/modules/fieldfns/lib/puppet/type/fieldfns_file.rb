# frozen_string_literal: true

require 'puppet/file_serving/content'
require 'puppet/file_serving/metadata'

Puppet::Type.newtype(:fieldfns_file) do
  desc 'A type that would ask for files where it works.'

  newparam(:name, namevar: true) do
    desc 'Its name.'
  end

  newparam(:mode) do
    require 'puppet/util/symbolic_file_mode'
    include Puppet::Util::SymbolicFileMode

    desc 'A mode.'
    validate do |value|
      raise Puppet::Error, "The mode is invalid: #{value}" unless valid_symbolic_mode?(value)
    end
  end

  validate do
    raise 'no file' if self[:mode] && !Puppet::FileServing::Metadata.indirection.find('puppet:///modules/x/y')
  end
end
