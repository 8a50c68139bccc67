Puppet::Parser::Functions.newfunction(:rubyfns_statement, :arity => -2) do |args|
  notice("statement #{args.join(' ')}")
  5
end
