Puppet::Parser::Functions.newfunction(:rubyfns_undef, :type => :rvalue) do |args|
  args[0] == 'undef' ? :undef : { 'a' => :undef, 'b' => [:undef, nil] }
end
