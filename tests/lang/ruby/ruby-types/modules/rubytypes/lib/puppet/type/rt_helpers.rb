require 'puppet/util/symbolic_file_mode'
require 'puppet/util/network_device'
require 'puppet/util/feature'
require 'puppet/util/selinux'
require 'puppet/util/suidmanager'
require 'puppet/util/retry_action'
require 'puppet/file_serving/content'
require 'puppet/file_serving/metadata'
require 'puppet/network/http_pool'
require 'puppet/provider/package'

class RtModes
  include Puppet::Util::SymbolicFileMode
  include Puppet::Util::SELinux
end

Puppet::Type.newtype(:rt_helpers) do
  newparam(:name, namevar: true)
  modes = RtModes.new
  said = ['0644', '644', 'u=rw,g=r', 'a+x', 'u+s', 'z=r', '9', 'u=rwx,go=', '', 'ug=rwX', nil, 1777].map do |mode|
    [mode, modes.valid_symbolic_mode?(mode) ? true : false, modes.normalize_symbolic_mode(mode)]
  end
  numbers = ['0644', 'u=rw,g=r', 'a+x', 'u+s', '+t', 'u=rwx,go=', 'ug+rwX', 'u=rwxs,g+s,o+t', 'g-s', '+s', '=t', 'u-t', 'o-rwx', 'g=u', 'u-w,o+r'].map do |mode|
    [mode, modes.symbolic_mode_to_int(mode, 0o3750, false).to_s(8), modes.symbolic_mode_to_int(mode, 0o640, true).to_s(8)]
  end
  faults = ['', '9', 'u', 'u=rw,X', 'g=X', 'u=r,g=q', '+z'].map do |mode|
    modes.symbolic_mode_to_int(mode)
  rescue Puppet::Error => e
    e.message
  end
  Puppet.warning((said + numbers + faults).inspect)
end
