Puppet::Parser::Functions.newfunction(:rubyfns_two, :type => :rvalue, :arity => 2) do |args|
  raise Puppet::ParseError, "rubyfns_two(): #{args[1]}" if args[0] == 'fail'

  function_rubyfns_old(args) + [lookupvar('who'), self['facts']['os']['family']]
end
