# frozen_string_literal: true

# Values that only Ruby has, and what its methods give.
Puppet::Functions.create_function(:'fieldload::odd') do
  dispatch :type_name do
    param 'Type', :type
  end

  dispatch :odd do
    param 'Enum[debug, symbols, program]', :what
  end

  def type_name(type)
    [type.type_name, type.title]
  end

  def odd(what)
    case what
    when 'debug' then [Puppet.debug('not told'), Puppet.debug { 'not told either' }]
    when 'symbols' then { key: :value, 'list' => [:one, 'it’s'] }
    else
      require 'puppet/util/execution'
      Puppet::Util::Execution.execute(['no-such-program-anywhere', 'x'], failonfail: false, combine: true).exitstatus
    end
  end
end
