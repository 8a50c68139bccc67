Puppet::Parser::Functions.newfunction(:rbold, :type => :rvalue) do |args|
  "old #{args.inspect} #{block_given?}"
end
