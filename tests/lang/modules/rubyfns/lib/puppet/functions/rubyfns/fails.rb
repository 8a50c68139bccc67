# Raises.
Puppet::Functions.create_function(:'rubyfns::fails') do
  dispatch :fails do
    param 'String', :how
  end

  def fails(how)
    case how
    when 'error' then raise Puppet::Error, 'an error'
    when 'parse' then raise Puppet::ParseError, 'a parse error'
    when 'placed' then raise Puppet::ParseError.new('a placed error', '/some/file.pp', 7)
    when 'lined' then raise Puppet::ParseError.new('a lined error', nil, 7)
    when 'argument' then raise ArgumentError, 'a bad argument'
    when 'runtime' then raise 'a runtime error'
    when 'key' then {}.fetch('a')
    when 'zero' then 1 / 0
    when 'type' then 1 + '2'
    when 'float' then Float('x')
    when 'name' then raise NameError, 'a name'
    when 'multi' then raise "two\nlines"
    when 'empty' then raise ''
    when 'rescued'
      begin
        call_function('fail', 'inner')
      rescue Puppet::Error => e
        e.message
      end
    when 'again'
      begin
        call_function('fail', 'inner')
      rescue StandardError => e
        raise Puppet::ParseError, "outer: #{e.message}"
      end
    when 'unknown' then call_function('rubyfns::nothing', 1)
    when 'frozen' then 'x'.freeze << 'y'
    when 'throw' then throw :something
    end
  end
end
