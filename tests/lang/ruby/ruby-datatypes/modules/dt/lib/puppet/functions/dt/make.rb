# A value whose class is that of a data type.
Puppet::Functions.create_function(:'dt::make') do
  dispatch :make do
    param 'String', :first
  end

  def make(first)
    call_function('notice', 'making')
    PuppetX::Dt::Made.new(first, 'Made')
  end
end
