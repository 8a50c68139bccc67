# A class for each package, made when it is first asked for, which the caller requires.
module Puppet::Parser::Functions
  newfunction(:need_package, arity: -2) do |args|
    args.flatten.each do |package|
      name = "packages::#{package.tr('-+', '_')}"
      unless compiler.topscope.find_hostclass(name)
        host = Puppet::Resource::Type.new(:hostclass, name)
        environment.known_resource_types.add_hostclass(host)
        made = Puppet::Parser::Resource.new('class', name, scope: compiler.topscope)
        catalog.add_resource(made)
        host.evaluate_code(made)
        compiler.topscope.class_scope(host).call_function('create_resources', ['package', { package => { 'ensure' => 'present' } }])
      end
      call_function('require', [name])
    end
  end
end
