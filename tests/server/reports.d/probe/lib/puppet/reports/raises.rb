Puppet::Reports.register_report(:raises) do
  def process
    Puppet.info("raises for #{host}")
    raise Puppet::ParseError.new('deliberate', '/x.pp', 3)
  end
end
