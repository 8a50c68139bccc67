Puppet::Functions.create_function(:'rbcalls::typed_block') do
  dispatch :typed_block do
    block_param 'Callable[Integer]', :block
  end

  def typed_block
    yield(42)
  end
end
