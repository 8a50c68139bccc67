# Replaces the defaults of the calling scope: `values` are added to those of every type.
Puppet::Functions.create_function(:'rbcomp::defaults', Puppet::Functions::InternalFunction) do
  dispatch :add do
    scope_param
    param 'Hash', :values
    optional_param 'String', :how
  end

  def add(scope, values, how = 'def')
    scope.instance_variable_set(:@added, values)
    case how
    when 'def'
      def scope.lookupdefaults(type)
        @added.each_with_object(super) do |(name, value), all|
          all[name.to_sym] = Puppet::Parser::Resource::Param.new(name: name, value: value, source: source)
        end
      end
    when 'own'
      def scope.lookupdefaults(type)
        @added.each do |name, value|
          @defaults[type][name.to_sym] = Puppet::Parser::Resource::Param.new(name: name, value: value, source: source)
        end
        super
      end
    when 'only'
      def scope.lookupdefaults(_type)
        @added.to_h { |name, value| [name.to_sym, Puppet::Parser::Resource::Param.new(name: name, value: value, source: source)] }
      end
    when 'extend'
      scope.extend(Module.new do
        def lookupdefaults(type)
          type == 'File' ? super : {}
        end
      end)
    end
    nil
  end
end
