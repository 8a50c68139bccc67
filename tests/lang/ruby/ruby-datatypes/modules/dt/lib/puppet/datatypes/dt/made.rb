Puppet::DataTypes.create_type('Dt::Made') do
  interface <<-PUPPET
    attributes => {
      first => String,
      last => { type => String, value => 'Doe' },
      full => { type => String, kind => derived }
    },
    functions => {
      twice => Callable[[Integer], Integer],
      same => Callable[[Dt::Made], Boolean]
    }
    PUPPET

  load_file 'puppet_x/dt/made'
  implementation_class PuppetX::Dt::Made
end
