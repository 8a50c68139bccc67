Puppet::Functions.create_function(:'rbcalls::thrower') do
  def thrower(x)
    throw :found, "thrown #{x}"
  end
end
