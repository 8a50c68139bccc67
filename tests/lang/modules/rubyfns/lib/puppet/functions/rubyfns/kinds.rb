# The class that Ruby sees, of each argument.
Puppet::Functions.create_function(:'rubyfns::kinds') do
  dispatch :kinds do
    repeated_param 'Any', :values
  end

  def kinds(*values)
    values.map { |v| v.class.name }
  end
end
