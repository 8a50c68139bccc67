Puppet::Functions.create_function(:'rbcalls::two') do
  dispatch :two do
    param 'Integer', :n
    block_param 'Callable[2,2]', :block
  end

  dispatch :one do
    param 'Integer', :n
    block_param 'Callable[1,1]', :block
  end

  def two(n)
    ['two', yield(n, n + 1)]
  end

  def one(n)
    ['one', yield(n)]
  end
end
