# The very thing it was given.
Puppet::Functions.create_function(:'same::given') do
  def given(value)
    value
  end
end
