Puppet::Reports.register_report(:changes) do
  def process
    self.host = 'changed'
    Puppet.notice("changes #{self.host} #{respond_to?(:resource_line)}")
  end
end
