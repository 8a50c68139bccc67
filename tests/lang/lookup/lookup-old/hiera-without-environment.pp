# hiera: v5.yaml
notice(hiera('a'), hiera('env_only', 'none'))
