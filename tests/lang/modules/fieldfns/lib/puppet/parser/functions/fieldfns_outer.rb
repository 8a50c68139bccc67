# frozen_string_literal: true

# A file with two functions: the inner one is known once this file was read.
module Puppet::Parser::Functions
  newfunction(:'fieldfns::inner', type: :rvalue) do |args|
    args.map { |arg| "<#{arg}>" }.join
  end

  newfunction(:fieldfns_outer, type: :rvalue) do |args|
    "#{call_function('fieldfns::inner', args)} #{call_function('fieldfns::inner', [nil])}"
  end
end
