# hiera: function.yaml
notice(lookup('a'))
