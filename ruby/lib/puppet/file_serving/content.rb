# frozen_string_literal: true

require 'puppet/file_serving'

# The content of a file: bytes.
class Puppet::FileServing::Content < Puppet::FileServing::Base
  attr_writer :content

  def content
    return @content if @content
    raise ArgumentError, 'Cannot read the contents of links unless following links' if stat.symlink?

    @content = File.binread(full_path)
  end
end
