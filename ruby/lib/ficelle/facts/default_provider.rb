# frozen_string_literal: true

module Ficelle
  module Facts
    # The default provider of a package or service on this host: among the suitable providers the one that is the
    # default of this operating system, else the first.
    module DefaultProvider
      # In each row: `commands` that must exist; `facts` that must have one of the values; `not_on`: families of
      # operating systems where it is not suitable; `systemd`: whether it must run; `default`: facts that make it the
      # default, unless those in `except` hold.
      OLD_UBUNTU = %w[10.04 12.04 14.04 14.10].freeze
      SUSE = %w[suse sles sled opensuse].freeze
      OLD_REDHAT = %w[4 5 6 7].freeze

      PACKAGE = [
        { name: :apt, commands: %w[/usr/bin/apt-get /usr/bin/apt-cache /usr/bin/debconf-set-selections],
          default: { 'osfamily' => %w[debian] } },
        { name: :dnf, commands: %w[dnf rpm], default: { 'osfamily' => %w[redhat] },
          except: { 'osfamily' => %w[redhat], 'operatingsystemmajrelease' => OLD_REDHAT } },
        { name: :yum, commands: %w[yum rpm],
          default: { 'osfamily' => %w[redhat], 'operatingsystemmajrelease' => OLD_REDHAT } },
        { name: :yum, commands: %w[yum rpm], default: { 'operatingsystem' => %w[amazon] } },
        { name: :zypper, commands: %w[/usr/bin/zypper], facts: { 'operatingsystem' => SUSE },
          default: { 'operatingsystem' => SUSE } },
        { name: :pacman, commands: %w[/usr/bin/pacman], facts: { 'operatingsystem' => %w[archlinux manjarolinux] },
          default: { 'operatingsystem' => %w[archlinux manjarolinux] } },
        { name: :portage, commands: %w[/usr/bin/emerge], facts: { 'osfamily' => %w[gentoo] },
          default: { 'osfamily' => %w[gentoo] } },
        { name: :dpkg, commands: %w[/usr/bin/dpkg] },
        { name: :rpm, commands: %w[rpm] }
      ].freeze

      SERVICE = [
        { name: :systemd, commands: %w[systemctl], systemd: true,
          default: { 'osfamily' => %w[archlinux suse coreos] } },
        { name: :systemd, commands: %w[systemctl], systemd: true,
          default: { 'osfamily' => %w[redhat], 'operatingsystemmajrelease' => %w[7 8 9] } },
        { name: :systemd, commands: %w[systemctl], systemd: true,
          default: { 'operatingsystem' => %w[debian ubuntu linuxmint fedora amazon] },
          except: { 'operatingsystemmajrelease' => OLD_UBUNTU } },
        { name: :upstart, commands: %w[start stop restart initctl], systemd: false,
          facts: { 'operatingsystem' => %w[ubuntu linuxmint fedora] },
          default: { 'operatingsystem' => %w[ubuntu], 'operatingsystemmajrelease' => OLD_UBUNTU } },
        { name: :debian, commands: %w[update-rc.d invoke-rc.d service], systemd: false,
          default: { 'operatingsystem' => %w[devuan] } },
        { name: :redhat, commands: %w[/sbin/chkconfig /sbin/service], default: { 'osfamily' => %w[redhat] } },
        { name: :openrc, commands: %w[/sbin/rc-service /sbin/rc-update],
          default: { 'operatingsystem' => %w[gentoo funtoo] } },
        { name: :init, not_on: %w[debian redhat] },
        { name: :base }
      ].freeze

      TYPES = { package: PACKAGE, service: SERVICE }.freeze

      module_function

      def of(type)
        possible = TYPES.fetch(type).select { |provider| possible?(provider) }
        chosen = possible.find { |provider| default?(provider) } || possible.first
        chosen && chosen[:name]
      end

      def possible?(provider)
        return false if (provider[:not_on] || []).include?(Facter.value('osfamily').to_s.downcase)
        return false if provider.key?(:systemd) && provider[:systemd] != systemd?

        (provider[:commands] || []).all? { |name| Facter::Core::Execution.which(name) } &&
          facts?(provider[:facts] || {})
      end
      private_class_method :possible?

      def default?(provider)
        provider[:default] && facts?(provider[:default]) && !(provider[:except] && facts?(provider[:except]))
      end
      private_class_method :default?

      def facts?(wanted)
        wanted.all? { |fact, values| values.include?(Facter.value(fact).to_s.downcase) }
      end
      private_class_method :facts?

      def systemd?
        File.read('/proc/1/comm').include?('systemd')
      rescue SystemCallError
        false
      end
      private_class_method :systemd?
    end
  end
end
