# Lambdas.
Puppet::Functions.create_function(:'rubyfns::blocks') do
  dispatch :with_one do
    param 'Array', :list
    block_param 'Callable[1,1]', :block
  end

  dispatch :with_two do
    param 'Array', :list
    block_param 'Callable[2,2]', :block
  end

  dispatch :without do
    param 'Array', :list
    optional_block_param 'Callable[3,3]', :block
  end

  def with_one(list)
    list.map { |x| yield(x) }
  end

  def with_two(list, &block)
    list.each_with_index.map { |x, i| block.call(i, x) } + [block.arity]
  end

  def without(list)
    block_given? ? 'three' : list.size
  end
end
