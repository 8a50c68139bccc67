# frozen_string_literal: true

require 'digest'
require 'fiddle'
require 'socket'

# A copy of a root directory for one scenario: an overlay in namespaces of its own (mounts, processes, host name, network).
module Sandbox
  NAMESPACES = 0x00020000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000 # NEWNS NEWUTS NEWIPC NEWPID NEWNET
  ENVIRONMENT = {
    'PATH' => '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME' => '/root', 'USER' => 'root',
    'LOGNAME' => 'root', 'LANG' => 'C.UTF-8', 'TZ' => 'UTC', 'DEBIAN_FRONTEND' => 'noninteractive'
  }.freeze
  INT = Fiddle::TYPE_INT
  POINTER = Fiddle::TYPE_VOIDP
  SIZE = Fiddle::TYPE_SIZE_T
  LIBC = Fiddle.dlopen(nil)
  UNSHARE = Fiddle::Function.new(LIBC['unshare'], [INT], INT)
  LISTXATTR = Fiddle::Function.new(LIBC['llistxattr'], [POINTER, POINTER, SIZE], Fiddle::TYPE_SSIZE_T)
  GETXATTR = Fiddle::Function.new(LIBC['lgetxattr'], [POINTER, POINTER, POINTER, SIZE], Fiddle::TYPE_SSIZE_T)

  MOUNTS = <<~'END'
    set -e
    base=$1 at=$2 shown=$3
    mount --make-rprivate /
    # A scenario that fills its disk must not take all memory.
    mount -t tmpfs -o mode=755,size=3g tmpfs "$at"
    cd "$at"
    mkdir upper work root
    mount -t overlay -o "lowerdir=$base,upperdir=$at/upper,workdir=$at/work" overlay root
    mount -t proc proc root/proc
    # Most settings of the kernel belong to the machine, not to the namespaces.
    mount --bind root/proc/sys root/proc/sys
    mount -o remount,bind,ro root/proc/sys
    mount -t sysfs -o ro sysfs root/sys
    mount -t tmpfs -o mode=755,size=3g tmpfs root/scenario
    IFS=:
    for dir in $shown; do
      from=${dir%%=*} to=$at/root${dir#*=}
      mkdir -p "$to"
      mount --bind "$from" "$to"
      mount -o remount,bind,ro "$to"
    done
  END

  # What answers of Puppet depend on beside the base and the scenario.
  def self.key = []

  # Runs the block as the first process of the namespaces and returns what it returned. It gets the directories of the new
  # root and of what changed in it. shown: {FROM => TO}, directories that are seen in the root, read-only.
  def self.run(base, at, shown)
    apart do
      prepare(base, at, shown)
      yield "#{at}/root", "#{at}/upper"
    end
  end

  # Runs the block in new namespaces and returns what it returned.
  def self.apart
    reader, writer = IO.pipe
    reader.binmode
    outer = fork do
      reader.close
      raise 'unshare failed' unless UNSHARE.call(NAMESPACES).zero?
      inner = fork do
        answer = yield
        writer.binmode
        writer.write(Marshal.dump(answer))
        writer.close
        exit!(0)
      rescue Exception => e # rubocop:disable Lint/RescueException -- whatever it is, the caller is to see it
        warn "sandbox: #{e.class}: #{e.message}", e.backtrace.first(5)
        exit!(1)
      end
      Process.wait(inner)
      exit!($?.exitstatus || 1)
    end
    writer.close
    text = reader.read
    Process.wait(outer)
    raise 'the sandbox failed' unless $?.success?
    Marshal.load(text)
  end

  def self.prepare(base, at, shown)
    Process.setproctitle('sandbox')
    File.write('/proc/self/comm', 'sandbox')
    list = shown.map { |from, to| "#{from}=#{to}" }.join(':')
    system('sh', '-c', MOUNTS, 'sh', base, at, list, exception: true)
    File.write('/proc/sys/kernel/hostname', "scenario\n")
    Socket.open(:INET, :DGRAM) { |s| s.ioctl(0x8914, ['lo', 0x41].pack('a16s!x22')) } # SIOCSIFFLAGS: UP, RUNNING
  end

  # Runs the block in a process of its own inside the root, its output in files; returns the exit status.
  def self.inside(root, out, err, seconds: 100, &block)
    child(out, err, seconds, -> { Dir.chroot(root) }, &block)
  end

  # Runs the block in a process that `enter` has brought where it belongs.
  def self.child(out, err, seconds, enter)
    pid = fork do
      STDIN.reopen('/dev/null')
      STDOUT.reopen(out, 'w')
      STDERR.reopen(err, 'w')
      Process.setsid
      enter.call
      Dir.chdir('/')
      ENV.replace(ENVIRONMENT)
      File.umask(0o022)
      yield
    end
    status_of(pid, seconds)
  end

  def self.status_of(pid, seconds)
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    until Process.wait(pid, Process::WNOHANG)
      if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
        Process.kill(:KILL, pid)
        Process.wait(pid)
        return "longer than #{seconds} s"
      end
      sleep 0.002
    end
    $?.exited? ? $?.exitstatus : "signal #{$?.termsig}"
  end

  # --- what changed ---

  # {PATH => [lines that describe it]} of everything below upper that differs from the same path below base.
  def self.changes(upper, base, ignored)
    found = {}
    walk(upper, base, '', ignored, found)
    found
  end

  def self.walk(upper, base, at, ignored, found)
    names = Dir.children("#{upper}#{at}").sort
    if xattrs("#{upper}#{at}", /\Atrusted\.overlay\.opaque\z/).any? && Dir.exist?("#{base}#{at}")
      (Dir.children("#{base}#{at}") - names).each { |name| found["#{at}/#{name}"] = ['removed'] }
    end
    names.each do |name|
      path = "#{at}/#{name}"
      next if ignored.match?(path)
      stat = File.lstat("#{upper}#{path}")
      if stat.chardev? && stat.rdev.zero?
        found[path] = ['removed']
        next
      end
      now = describe("#{upper}#{path}", stat)
      before = begin
        describe("#{base}#{path}", File.lstat("#{base}#{path}"))
      rescue Errno::ENOENT, Errno::ENOTDIR
        nil
      end
      found[path] = now unless now == before
      walk(upper, base, path, ignored, found) if stat.directory?
    end
  end

  def self.describe(path, stat)
    first = format('%<type>s %<mode>04o %<uid>d:%<gid>d', type: stat.ftype, mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid)
    lines = case stat.ftype
            when 'link' then ["#{first} -> #{File.readlink(path)}"]
            when 'file' then [first, *content(path, stat.size)]
            else ["#{first}#{" #{stat.rdev_major},#{stat.rdev_minor}" if stat.chardev? || stat.blockdev?}"]
            end
    lines + xattrs(path, /\A(user|security|system)\./).map { |name, value| "#{name}=#{value.unpack1('H*')}" }
  end

  def self.content(path, size)
    return ["#{size} bytes, sha256 #{Digest::SHA256.file(path).hexdigest}"] if size > 20_000
    text = File.binread(path)
    utf8 = text.dup.force_encoding('UTF-8')
    return ["#{size} bytes, sha256 #{Digest::SHA256.hexdigest(text)}"] unless utf8.valid_encoding? && !text.include?("\0")
    lines = utf8.lines.map { |line| "| #{line.chomp}" }
    lines << '(no newline at the end)' unless utf8.empty? || utf8.end_with?("\n")
    lines
  end

  def self.xattrs(path, wanted)
    buffer = Fiddle::Pointer.malloc(65_536, Fiddle::RUBY_FREE)
    size = LISTXATTR.call(path, buffer, 65_536)
    return [] unless size.positive?
    buffer[0, size].split("\0").grep(wanted).sort.map do |name|
      length = GETXATTR.call(path, name, buffer, 65_536)
      [name, length.positive? ? buffer[0, length] : '']
    end
  end
end
