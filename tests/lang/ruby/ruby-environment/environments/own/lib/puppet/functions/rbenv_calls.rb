Puppet::Functions.create_function(:rbenv_calls) do
  def rbenv_calls
    [call_function('rbmm::calls'), call_function('environment::rbenv_named'), call_function('rbenv_older')]
  end
end
