# As in an old stdlib: no deprecation. The module has no metadata.json.
Puppet::Parser::Functions.newfunction(:is_bool, :type => :rvalue) do |args|
  "own is_bool #{args[0] == true}"
end
