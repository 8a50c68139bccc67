Puppet::Functions.create_function(:'demo::late') do
  dispatch :late do
    param 'String', :text
  end
  def late(text)
    "late #{text}\n"
  end
end
