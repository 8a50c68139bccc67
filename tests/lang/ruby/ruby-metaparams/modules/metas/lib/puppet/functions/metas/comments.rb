Puppet::Functions.create_function(:'metas::comments') do
  dispatch(:load) {}

  def load
    unless Puppet::Type.metaparam?(:rm_comment)
      Puppet::Type.newmetaparam(:rm_comment) do
        desc 'Anything that one likes to say.'
      end
    end
    'there'
  end
end
