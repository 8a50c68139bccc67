# frozen_string_literal: true

require 'puppet/util'

# Programs can be run as another user; this process keeps its own user.
module Puppet::Util::SUIDManager
  module_function

  def root?
    Process.uid.zero?
  end

  def uid
    Process.uid
  end

  def gid
    Process.gid
  end

  # Files that the block creates belong to that user.
  def asuser(new_uid = nil, new_gid = nil)
    return yield unless root?
    before = [Process.euid, Process.egid]
    Process::Sys.setegid(Puppet::Util.gid(new_gid)) if new_gid
    Process::Sys.seteuid(Puppet::Util.uid(new_uid)) if new_uid
    yield
  ensure
    if before
      Process::Sys.seteuid(before.first)
      Process::Sys.setegid(before.last)
    end
  end

  # Returns [output, status].
  def run_and_capture(command, new_uid = nil, new_gid = nil, options = {})
    options = { failonfail: false, combine: true, override_locale: options.fetch(:override_locale, true),
                custom_environment: options[:custom_environment] || {}, uid: new_uid, gid: new_gid }
    output = Puppet::Util::Execution.execute(command, options)
    [output, output.exitstatus]
  end

  def system(command, new_uid = nil, new_gid = nil)
    run_and_capture(command, new_uid, new_gid).last
  end
end
