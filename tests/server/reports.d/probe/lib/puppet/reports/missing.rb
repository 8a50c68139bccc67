Puppet::Reports.register_report(:missing) do
  def process
    require 'no/such/library'
  end
end
