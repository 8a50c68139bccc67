# frozen_string_literal: true

require_relative '../lib/without-gettext'
require_relative 'apply-sandbox'
require_relative 'apply-machine'
require_relative 'apply-normalise'

# The two programs that apply scenarios, and what is kept of a run.
module Peers
  # Where scenarios are played: the folder that has them, how the root is copied, and the end of each.
  Place = Struct.new(:scenarios, :copies, :check)
  PLACES = { 'sandbox' => Place.new("#{__dir__}/apply.d", Sandbox, ''),
             'machine' => Place.new("#{__dir__}/apply-services.d", Machine, "units\n") }.freeze

  PLACE = PLACES.fetch(ENV['PLACE'] || 'sandbox') # the environment changes

  def self.place = PLACE

  STATE = '/var/cache/puppet/state'
  WRITTEN = { 'report' => "#{STATE}/last_run_report.yaml", 'summary' => '/var/cache/puppet/public/last_run_summary.yaml',
              'classes' => "#{STATE}/classes.txt", 'resources' => "#{STATE}/resources.txt" }.freeze

  # Puppet, loaded once in this process; each run is a fork of it. Puppet 7 gets the defaults that Puppet 8 has.
  class Puppet
    DEFAULTS = %w[--exclude_unchanged_resources --strict error --strict_variables --no-preprocess_deferred].freeze
    # Where Debian's package has its files; another Puppet has other defaults.
    PATHS = %w[--confdir /etc/puppet --codedir /etc/puppet/code --vardir /var/cache/puppet --publicdir /var/cache/puppet/public
                --rundir /run/puppet --logdir /var/log/puppet --ssldir /var/lib/puppet/ssl
                --basemodulepath /etc/puppet/code/modules:/usr/share/puppet/modules].freeze

    def initialize(lib)
      $LOAD_PATH.unshift(lib) if lib
      @lib = lib
      ENV.replace(Sandbox::ENVIRONMENT)
      require 'puppet'
      require 'puppet/util/command_line'
      require 'puppet/application/apply'
      require 'puppet/pops'
      require 'puppet/configurer'
      require 'facter'
      # Providers of other types look at the system when they are loaded: that is for the copy to do.
      %w[file exec notify schedule filebucket component stage whit user group].each { |type| require "puppet/type/#{type}" }
      GC.start
    end

    # Most of the time of a small run goes into facts, which are the same in all copies of the root.
    def keep_facts(base, at)
      facts = Peers.place.copies.run(base, at, shown) do |root, _|
        Peers.place.copies.inside(root, "#{at}/out", "#{at}/err") do
          Gem::Specification.reset # the gems outside are others
          ::Puppet.initialize_settings(PATHS.dup)
          ::Puppet.push_context(::Puppet.base_context(::Puppet.settings))
          env = ::Puppet.lookup(:environments).get('production')
          facts = ::Puppet.override(current_environment: env) { ::Puppet::Node::Facts.indirection.find('scenario.example.com', environment: env) }
          File.binwrite('/scenario/facts', Marshal.dump(facts.values))
        end
        warn File.read("#{at}/err") unless File.exist?("#{root}/scenario/facts")
        Marshal.load(File.binread("#{root}/scenario/facts"))
      end
      use_facts(facts)
    end

    def use_facts(facts)
      require 'puppet/indirector/facts/facter'
      ::Puppet::Node::Facts::Facter.define_method(:find) do |request|
        ::Puppet.initialize_facts
        ::Puppet::Node::Facts.new(request.key, Marshal.load(Marshal.dump(facts))).tap(&:add_local_facts)
      end
      ::Puppet::FacterImpl.define_method(:value) do |name|
        name.to_s.split('.').reduce(facts) { |now, key| now.is_a?(Hash) ? now[key] : nil }
      end
    end

    def shown = @lib ? { @lib => @lib } : {}
    def id = ::Puppet.version

    # Commands that are faces read their arguments as the process of their own that they are made for.
    FACES = %w[config describe epp facts help lookup module node parser catalog report].freeze

    def run(command, args)
      exec('/usr/bin/puppet', command, *args) if FACES.include?(command) && !@lib
      Gem::Specification.reset # the gems outside are others
      GC.disable # a run is short, and collecting would copy the pages of the parent
      ARGV.replace([command, *(command == 'apply' ? DEFAULTS : []), *(@lib ? PATHS : []), *args])
      $0 = 'puppet'
      ::Puppet::Util::CommandLine.new('/usr/bin/puppet', ARGV).execute
    end
  end

  class Ficelle
    def initialize(build) = @build = build
    def shown = { @build => '/opt/ficelle' }

    def run(command, args)
      exec('/opt/ficelle/ficelle', command, *args)
    end
  end

  # What one program made of a scenario: {'runs' => [{'status', 'out', 'err', 'report', …}], 'end' => {…}}, texts unchanged.
  def self.play(peer, scenario, base, at)
    place.copies.run(base, at, peer.shown) do |root, upper|
      answer = { 'runs' => [] }
      scenario.plan.each do |kind, words, text|
        case kind
        when :run then answer['runs'] << one_run(peer, root, at, words, text)
        when :file then write("#{root}#{words[0]}", text, (words[1] || '644').oct)
        else
          status = shell(root, at, text)
          answer['broken'] = "a shell section ended with #{status}: #{File.read("#{at}/err")}" unless status == 0
        end
      end
      check = place.check + scenario.check
      if check != ''
        shell(root, at, check)
        answer['check'] = File.binread("#{at}/out") + File.binread("#{at}/err")
      end
      Process.kill(:KILL, -1) rescue nil # rubocop:disable Style/RescueModifier -- nobody may be left
      %w[state transactionstore].each { |name| answer[name] = content("#{root}#{STATE}/#{name}.yaml") }
      answer['host'] = Sandbox.changes(upper, base, Normalise::IGNORED)
      answer
    end
  end

  def self.one_run(peer, root, at, args, text)
    File.write("#{root}#{args.last}", text) if text
    before = WRITTEN.transform_values { |path| content("#{root}#{path}") }
    status = place.copies.inside(root, "#{at}/out", "#{at}/err") { peer.run(args.first, args.drop(1)) }
    after = WRITTEN.transform_values { |path| content("#{root}#{path}") }
    after = after.to_h { |name, now| [name, %w[report summary].include?(name) && now == before[name] ? nil : now] }
    after.merge('status' => status, 'out' => File.binread("#{at}/out"), 'err' => File.binread("#{at}/err"))
  end

  def self.shell(root, at, text)
    place.copies.inside(root, "#{at}/out", "#{at}/err") { exec('/bin/sh', '-e', '-c', text) }
  end

  def self.write(path, text, mode)
    system('mkdir', '-p', File.dirname(path), exception: true)
    File.write(path, text)
    File.chmod(mode, path)
  end

  def self.content(path) = File.exist?(path) ? File.binread(path) : nil
end
