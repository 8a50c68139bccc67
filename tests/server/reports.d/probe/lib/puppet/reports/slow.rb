Puppet::Reports.register_report(:slow) do
  def process
    Puppet.notice('slow begins')
    sleep(60)
  end
end
