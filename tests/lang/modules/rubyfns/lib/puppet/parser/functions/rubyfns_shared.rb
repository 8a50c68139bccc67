# Arrays and hashes that Ruby code made a variable are the same to all of it.
Puppet::Parser::Functions.newfunction(:rubyfns_shared, :type => :rvalue) do |args|
  setvar('shared', {}) unless include?('shared')
  lookupvar('shared')[args[0]] = args[1]
  lookupvar('shared').keys
end
