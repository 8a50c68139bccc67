Puppet::Functions.create_function(:'rbbig::show') do
  def show(given)
    "#{given.class} #{given + 1}"
  end
end
