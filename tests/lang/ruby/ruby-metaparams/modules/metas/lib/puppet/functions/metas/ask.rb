Puppet::Functions.create_function(:'metas::ask') do
  dispatch(:ask) { param 'String', :type }

  def ask(type)
    box = Puppet::Type.type(:rm_box)
    klass = Puppet::Type.type(type.to_sym)
    [Puppet::Type.metaparam?(:rm_transport), klass.attrtype(:rm_transport), klass.validattr?(:rm_transport),
     klass.metaparams.last, Puppet::Type.metaparamclass(:rm_transport).name,
     klass.attrclass(:rm_transport).metaparam, klass.attrclass(:rm_transport).doc,
     klass.allattrs.include?(:rm_transport), box.properties.map(&:name)].map(&:inspect)
  end
end
