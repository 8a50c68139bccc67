Puppet::Functions.create_function(:'rbcalls::yields') do
  dispatch :yields do
    repeated_param 'Any', :args
    block_param
  end

  def yields(*args)
    args.map { |a| yield(a) }
  end
end
