# frozen_string_literal: true

module Ficelle
  module Restypes
    # Puppet's own types, for module code that uses them (Puppet::Type.type(:file), Puppet::Type::File::Owner). They
    # have names of attributes, and features with their methods, but no code that changes a machine.
    module Builtin
      TABLE = {
        component: {
          keys: %i[name],
          properties: %i[],
          parameters: %i[
            name
          ]
        },
        exec: {
          keys: %i[command],
          properties: %i[
            returns
          ],
          parameters: %i[
            command path user group cwd logoutput refresh environment umask timeout tries try_sleep
            refreshonly creates unless onlyif provider
          ],
          isomorphic: false
        },
        file: {
          keys: %i[path],
          properties: %i[
            ensure content checksum_value target owner group mode type seluser selrole seltype selrange
            ctime mtime
          ],
          parameters: %i[
            path backup recurse recurselimit max_files replace force ignore links purge sourceselect
            show_diff staging_location validate_cmd validate_replacement provider checksum source
            source_permissions selinux_ignore_defaults
          ]
        },
        filebucket: {
          keys: %i[name],
          properties: %i[],
          parameters: %i[
            name server port path
          ]
        },
        group: {
          keys: %i[name],
          properties: %i[
            ensure gid members attributes
          ],
          parameters: %i[
            auth_membership name allowdupe ia_load_module attribute_membership system forcelocal
            provider
          ],
          features: {
            manages_members: nil, manages_aix_lam: nil, manages_local_users_and_groups: nil, system_groups: nil,
            libuser: nil
          }
        },
        notify: {
          keys: %i[name],
          properties: %i[
            message
          ],
          parameters: %i[
            withpath name
          ]
        },
        package: {
          keys: %i[name provider command],
          properties: %i[
            ensure package_settings flavor mark
          ],
          parameters: %i[
            name provider command source instance status adminfile responsefile configfiles category
            platform root vendor description allowcdrom enable_only install_only install_options
            uninstall_options allow_virtual reinstall_on_refresh
          ],
          features: {
            installable: %i[install], uninstallable: %i[uninstall], upgradeable: %i[update latest], purgeable: %i[purge],
            versionable: nil, version_ranges: nil, holdable: %i[hold unhold], install_only: nil, install_options: nil,
            uninstall_options: nil, disableable: %i[disable], supports_flavors: nil, package_settings: nil,
            virtual_packages: nil, targetable: nil, reinstallable: %i[reinstall]
          }
        },
        resources: {
          keys: %i[name],
          properties: %i[],
          parameters: %i[
            name purge unless_system_user unless_uid
          ]
        },
        schedule: {
          keys: %i[name],
          properties: %i[],
          parameters: %i[
            name range periodmatch period repeat weekday
          ]
        },
        service: {
          keys: %i[name],
          properties: %i[
            ensure enable logonaccount flags
          ],
          parameters: %i[
            logonpassword binary hasstatus name path pattern restart start status stop control
            hasrestart manifest timeout provider
          ],
          features: {
            refreshable: %i[restart], enableable: %i[disable enable enabled?], delayed_startable: %i[delayed_start],
            manual_startable: %i[manual_start], controllable: nil, flaggable: nil, maskable: nil,
            configurable_timeout: nil, manages_logon_credentials: nil
          }
        },
        stage: {
          keys: %i[name],
          properties: %i[],
          parameters: %i[
            name
          ]
        },
        tidy: {
          keys: %i[path],
          properties: %i[],
          parameters: %i[
            path recurse max_files matches backup age size type rmdirs
          ],
          isomorphic: false
        },
        user: {
          keys: %i[name],
          properties: %i[
            ensure home uid gid comment shell password password_min_age password_max_age
            password_warn_days groups expiry roles auths profiles keys project attributes salt
            iterations loginclass
          ],
          parameters: %i[
            name membership system allowdupe managehome role_membership auth_membership
            profile_membership key_membership ia_load_module attribute_membership forcelocal
            purge_ssh_keys provider
          ],
          features: {
            allows_duplicates: nil, manages_homedir: nil, manages_passwords: nil, manages_password_age: nil,
            manages_password_salt: nil, manages_solaris_rbac: nil, manages_roles: nil, manages_expiry: nil,
            system_users: nil, manages_aix_lam: nil, manages_local_users_and_groups: nil, libuser: nil,
            manages_shell: nil, manages_loginclass: nil
          }
        },
        whit: {
          keys: %i[name],
          properties: %i[],
          parameters: %i[
            name
          ]
        }
      }.freeze

      def self.find(name)
        row = TABLE[name]
        row && ((@classes ||= {})[name] ||= make(name, row))
      end

      def self.make(name, row)
        klass = Class.new(Puppet::Type) { @name = name }
        klass.initvars
        klass.instance_variable_set(:@isomorphic, row.fetch(:isomorphic, true))
        row.fetch(:features, {}).each { |feature, methods| klass.feature(feature, '', methods: methods) }
        row[:properties].each { |attribute| klass.newproperty(attribute) }
        row[:parameters].each { |attribute| klass.newparam(attribute, namevar: row[:keys].include?(attribute)) }
        klass
      end
      private_class_method :make
    end
  end
end
