Puppet::Functions.create_function(:'metas::make') do
  dispatch(:make) { param 'String', :title }

  def make(title)
    Puppet::Type.type(:rm_thing)
    one = Puppet::Type.newrm_thing(title: title, size: 'large', noop: true)
    other = Puppet::Type.type(:rm_thing).new(name: title)
    [one.ref, one[:size], one.title, other[:name], other[:size], Puppet::Type.respond_to?(:newrm_thing),
     Puppet::Type.respond_to?(:newrm_nothing), one.class.to_s].map(&:inspect)
  end
end
