# environment: site
# hiera: v5.yaml
notice(String(hiera('nothing'), '%p'))
