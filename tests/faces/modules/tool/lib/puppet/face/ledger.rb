require 'puppet/face'

Puppet::Face.define(:ledger, '0.0.1') do
  summary 'Keep books.'
  deprecate

  action :add do
    summary 'Add numbers.'
    when_invoked { |*args| args.pop; args.sum(&:to_i) }
  end

  action :uses do
    summary 'Ask another face.'
    when_invoked { |options| Puppet::Face[:greet, '1.2.0'].person('you', greeting: 'Bye') }
  end

  action :unknown do
    when_invoked { |options| Puppet::Face[:greet, :current].person('you', what: 1) }
  end

  action :missing do
    when_invoked { |options| Puppet::Face[:nowhere, :current] }
  end

  action :settings do
    display_global_options 'environment'
    summary 'Tell a setting.'
    when_invoked { |options| "#{Puppet[:environment]} #{Puppet[:certname]}" }
  end
end
