Puppet::Functions.create_function(:'rbcalls::is_it') do
  dispatch :is_it do
    param 'Integer', :id
    block_param
  end

  def is_it(id, &block)
    [block.object_id == id, block.class.to_s, block.arity, block.parameters.map { |p| p.map(&:to_s) }]
  end
end
