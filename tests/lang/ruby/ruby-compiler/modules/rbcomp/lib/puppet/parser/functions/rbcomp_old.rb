Puppet::Parser::Functions.newfunction(:rbcomp_old, :type => :rvalue) do |_args|
  r = Puppet::Parser::Resource.new('notify', 'old', :scope => self, :source => source)
  compiler.add_resource(self, r)
  [compiler.environment.to_s, compiler.node.name, catalog.resource('Notify', 'old').ref, self.catalog.classes]
end
