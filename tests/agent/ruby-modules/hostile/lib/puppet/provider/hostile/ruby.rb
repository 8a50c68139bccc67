# frozen_string_literal: true

Puppet::Type.type(:hostile).provide(:ruby) do
  def value
    case resource[:name]
    when 'exits' then exit 3
    when 'aborts' then abort
    when 'forks' then fork { exit }
    when 'deep' then value
    when 'throws' then throw :ball
    when 'loads' then require 'no/such/library'
    when 'binary' then "\xff\xfe".b
    when 'latin' then "caf\xe9"
    when 'huge' then 2**70
    when 'object' then Object
    when 'nested' then [1, [2, []], { 'a' => { b: [1.5, nil] }, 'c' => {} }, 'x']
    when 'float' then 1.5
    when 'text' then "a\\b'c\n"
    when 'nil' then nil
    when 'self' then (all = []) << all
    else 'old'
    end
  end

  def value=(wanted)
    raise ArgumentError, 'not there' if resource[:name] == 'missing'
    raise Puppet::Error.new('outer', StandardError.new('inner')) if resource[:name] == 'wrapped'
    exit! if resource[:name] == 'exits hard'
    debug(wanted)
  end

  def flush
    raise 'flush fails' if resource[:name] == 'flush'
  end

  def refresh
    raise 'refresh fails' if resource[:name] == 'refresh'
  end
end
