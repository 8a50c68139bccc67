# frozen_string_literal: true

require_relative 'apply-sandbox'

# A copy of a root directory for one scenario, as Sandbox makes it, in which systemd has been booted.
module Machine
  NSPAWN = %w[systemd-nspawn -q -b --register=no --keep-unit --console=passive --hostname=scenario --resolv-conf=off
              --timezone=off --link-journal=no].freeze
  JOIN = %w[mnt uts ipc net cgroup pid].freeze
  SETNS = Fiddle::Function.new(Sandbox::LIBC['setns'], [Sandbox::INT, Sandbox::INT], Sandbox::INT)
  CLONE_FS = 0x200
  BOOTED = %w[running degraded].freeze

  UNITS = "#{__dir__}/apply-services.d/root".freeze # what is in the root before it boots

  def self.key = Dir.glob("#{UNITS}/**/*").sort.select { |f| File.file?(f) }.map { |f| Digest::SHA256.file(f).hexdigest }

  # As Sandbox.run.
  def self.run(base, at, shown)
    Sandbox.apart do
      Sandbox.prepare(base, at, shown)
      system('cp', '-r', "#{UNITS}/.", "#{at}/root", exception: true)
      boot("#{at}/root", "#{at}/console")
      yield "#{at}/root", "#{at}/upper"
    end
  end

  # nspawn wants a proc of its own processes, a tmpfs for its sockets, and to mount what the root needs itself.
  def self.boot(root, console)
    system('umount', "#{root}/proc", "#{root}/sys", exception: true)
    system('mount', '-t', 'proc', 'proc', '/proc', exception: true)
    FileUtils.mkdir_p('/run/systemd/nspawn')
    system('mount', '-t', 'tmpfs', 'tmpfs', '/run/systemd/nspawn', exception: true)
    nspawn = spawn(*NSPAWN, '-D', root, in: '/dev/null', out: console, err: console)
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + 60
    loop do
      raise "it did not boot: #{File.read(console)}" if Process.wait(nspawn, Process::WNOHANG) || Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
      @leader = File.read("/proc/#{nspawn}/task/#{nspawn}/children").split.first
      break if @leader && BOOTED.include?(state(console))
      sleep 0.1
    end
  end

  def self.state(console)
    inside(nil, "#{console}.state", '/dev/null', seconds: 5) { exec('systemctl', 'is-system-running') }
    File.read("#{console}.state").chomp
  end

  # As Sandbox.inside. Joining a PID namespace is for the next child.
  def self.inside(_root, out, err, seconds: 100)
    Sandbox.child(out, err, seconds, method(:enter)) do
      pid = fork { yield }
      Process.wait(pid)
      exit!($?.exitstatus || 1)
    end
  end

  def self.enter
    Sandbox::UNSHARE.call(CLONE_FS)
    files = JOIN.map { |name| File.open("/proc/#{@leader}/ns/#{name}") }
    files.each { |file| raise "cannot join #{file.path}" unless SETNS.call(file.fileno, 0).zero? }
    files.each(&:close)
  end
end
