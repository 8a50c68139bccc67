# Changes an array while it calls a block for each of its elements.
Puppet::Functions.create_function(:'same::in_block') do
  dispatch :in_block do
    param 'Array', :list
    block_param
  end

  def in_block(list)
    list.map! { |element| yield(element) }
    nil
  end
end
