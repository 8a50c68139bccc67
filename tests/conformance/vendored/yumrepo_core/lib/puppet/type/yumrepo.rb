# frozen_string_literal: true

# Puppet's own packages carry the module yumrepo_core, Debian's do not: the names of its attributes, so that catalogs with
# repositories can be compared.
Puppet::Type.newtype(:yumrepo) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:target)
  %i[descr mirrorlist baseurl enabled gpgcheck payload_gpgcheck repo_gpgcheck gpgkey mirrorlist_expire include exclude gpgcakey
     includepkgs enablegroups failovermethod keepalive retries http_caching timeout metadata_expire protect priority minrate
     throttle bandwidth cost proxy proxy_username proxy_password s3_enabled sslcacert sslverify sslclientcert sslclientkey
     metalink skip_if_unavailable assumeyes deltarpm_percentage deltarpm_metadata_percentage username password
     module_hotfixes].each { |name| newproperty(name) }
end
