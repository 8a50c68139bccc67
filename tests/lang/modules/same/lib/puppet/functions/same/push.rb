# Puts a value into an array or, with a key, into a hash that others hold.
Puppet::Functions.create_function(:'same::push') do
  def push(into, value, key = nil)
    key.nil? ? into << value : into[key] = value
    nil
  end
end
