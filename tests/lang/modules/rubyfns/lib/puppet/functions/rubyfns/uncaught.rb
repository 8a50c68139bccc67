# Raises what no part of Puppet catches.
Puppet::Functions.create_function(:'rubyfns::uncaught') do
  dispatch :uncaught do
    param 'Enum[load, method, through]', :what
  end

  def uncaught(what)
    case what
    when 'load' then require 'rubyfns/no_such_library'
    when 'method' then raise NotImplementedError, 'there is no such method'
    when 'through' then call_function('with', 1) { |_| call_function('rubyfns::uncaught', 'method') }
    end
  end
end
