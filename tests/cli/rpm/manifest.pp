Package { provider => rpm }
package { 'tool': ensure => installed, source => '@DIR@/tool1' }
package { 'ep': ensure => '1:0.5', source => '@DIR@/ep', install_options => ['--nodeps', {'--root' => '/'}] }
package { 'old': ensure => absent }
package { 'opt': ensure => absent, uninstall_options => ['--nodeps'] }
package { 'multi': ensure => '1.0-1' }
package { 'multio': ensure => '1.0-1', install_only => true }
package { 'nosrc': }
package { 'nofile': source => '/nonexistent' }
package { 'virt': }
package { 'virt2': allow_virtual => false }
package { 'up': ensure => latest, source => '@DIR@/tool2' }
package { 'tool2': ensure => latest, source => '@DIR@/tool2', name => 'two' }
package { 'lnone': ensure => latest }
package { 'down': ensure => '1.0', source => '@DIR@/tool1' }
package { 'rel': ensure => '1.0', source => '@DIR@/tool1' }
