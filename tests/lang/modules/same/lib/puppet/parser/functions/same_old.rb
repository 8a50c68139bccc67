# Functions of the older kind have copies of their arguments, and give copies.
Puppet::Parser::Functions.newfunction(:same_old, type: :rvalue) do |args|
  args[0] << 'old'
  args[0]
end
