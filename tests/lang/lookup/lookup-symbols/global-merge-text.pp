# hiera: global-merge-text.yaml
notice(lookup('a'))
