Puppet::Parser::Functions.newfunction(:rbold_block, :type => :rvalue) do |args|
  call_function('map', args) { |x| "old #{x}" }
end
