# There is none: the manifest is the setting code.
notice(inline_template('<%= scope.environment.manifest.inspect %> <%= scope.environment.manifest == Puppet::Node::Environment::NO_MANIFEST %>'))
