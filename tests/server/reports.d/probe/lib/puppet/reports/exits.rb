Puppet::Reports.register_report(:exits) do
  def process
    exit(3)
  end
end
