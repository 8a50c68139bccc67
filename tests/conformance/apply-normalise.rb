# frozen_string_literal: true

require 'digest'
require 'psych'

# Makes what two programs wrote at different times comparable. Everything that is replaced is listed here with its reason.
module Normalise
  TEXT = [
    [/\e\[[0-9;]*m/, ''],                                                             # colours
    [/(in|after) \d+\.\d+ seconds/, '\1 N seconds'],                                  # durations
    [%r{(puppet\.com/docs/puppet)/\d+\.\d+/}, '\1/VERSION/'],                         # the manual of the version
    [/(#<Sensitive \[value redacted\]):\d+>/, '\1>'],                                # the number of an object
    # Facts are read once for all copies.
    [/^(?:Info: |[^\n]*\(info\): )Loading facts\n/, ''],
    # What a program says about itself before and after it applies a catalog.
    [/\A(?:Debug: .*\n)+/, ''], [/^Debug: (?:Found in cache|Creating default schedules|Loaded state).*\n/, ''],
    [/^(Notice: Applied catalog in N seconds\n)(?:Debug: .*\n)+/, '\1'], [/(Finishing transaction) \d+/, '\1 N'],
    [/configuration version '\d+'/, "configuration version 'N'"],                     # a time
    [/\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( ?([+-]\d\d:?\d\d|Z|UTC))?/, 'TIME'],
    [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d( [A-Z]+)? 20\d\d/, 'TIME'],
    [/20\d{6}-\d+-[0-9A-Za-z]+(\.lock)?/, 'TEMPORARY'],                                  # date, process and chance
    [/\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (\S+ [\w.@-]+)\[\d+\]:/, 'TIME \1[N]:'],                 # lines of the journal
    [/^TIME \S+ systemd\[N\]: \S+ Failed to kill control group .*\n/, ''],              # of a container without cgroups of its own
    [/(\n|\\n){2} +\S[^\n]*?(\n|\\n) +\^+/, ''],                                        # the line that Ruby shows of its own errors
    [/\b(pid|process|PID)(:? |=)\d+/, '\1\2N'],
    [/\h{8}-\h{4}-\h{4}-\h{4}-\h{12}/, 'UUID'],
    # Puppet 7 says "current_value …, should be …" where Puppet 8 has the text of the change.
    # `ctime` and `mtime` of a file are times in Puppet 7, texts in Puppet 8.
    *([[%r{^(Notice: .*?/\w+: )?.* \(noop\)( \(previously .*\))?$}, '\1… (noop)\2'],
       [/^Warning: .* contains a Time value\. .*\n/, '']] unless ENV['PUPPET_LIB'])
  ].freeze

  # Keys of reports and summaries whose values are times, chance or the version of the program.
  KEYS = %w[transaction_uuid catalog_uuid evaluation_time configuration_version puppet_version config puppet last_run
            transaction_completed_time].freeze

  # Places that a run changes and that say nothing about the host.
  IGNORED = %r{\A(?:
    /var/cache/puppet/(?!clientbucket)        # state, compared as data, and caches
    | /var/log/(puppet|journal|apt/|dpkg\.log|alternatives\.log|lastlog|faillog|btmp|wtmp)
    | /var/cache/apt/\w*pkgcache\.bin | /var/cache/ldconfig | /etc/ld\.so\.cache
    | /var/cache/debconf/\w+\.dat-old | /var/lib/dpkg/(status-old|diversions-old|lock|triggers/Lock)
    | /var/lib/apt/(lists/lock|daily_lock|periodic) | /var/cache/apt/archives/(lock|partial)
    | /etc/(passwd|group|shadow|gshadow|subuid|subgid)- # what useradd and its like save before a change
    | /var/lib/ficelle   # counters of ficelle, which Puppet has not
    | /etc/\.pwd\.lock | /run/puppet | /dev | /proc | /sys | /scenario | /opt/ficelle
  )}x

  # Puppet manages its own directories by a catalog of its own and remembers that in state.yaml.
  OWN = %r{\A"File\[/(etc|run|var/cache|var/lib|var/log)/puppet\b}

  def self.text(text)
    text = text.dup.force_encoding('UTF-8')
    text = text.scrub { |bytes| "<#{bytes.unpack1('H*')}>" }
    TEXT.reduce(summarize(text)) { |now, (pattern, by)| now.gsub(pattern, by) }
  end

  # What --summarize prints: times are sorted by length, and there are versions.
  def self.summarize(text)
    text.gsub(/^(Time|Version):\n((?: +.*\n)+)/) { "#{$1}:\n#{$2.gsub(/: .*$/, ': N').lines.sort.join}" }
  end

  # What changed on the host, as lines. The day a password was set is the day of the run.
  def self.changes(found)
    bucket(found).flat_map do |path, lines|
      lines = lines.map { |line| line.sub(/\A(\| [^:]*:[^:]*:)\d{5}:/, '\1DAY:') } if path == '/etc/shadow'
      lines = lines.grep_v(/\(info\): Loading facts\z/) # see TEXT
      [text(path), *lines.map { |line| "  #{text(line)}" }]
    end
  end

  # A directory of the bucket is named after contents, in which there may be a time; those above it have one digit.
  def self.bucket(found)
    renamed = found.filter_map do |path, lines|
      next unless path =~ %r{/(\h{64})/contents\z} && lines.any? { |line| text(line) != line }
      [$1, "SHA256-OF-#{Digest::SHA256.hexdigest(text(lines.join))}"]
    end.to_h
    found.filter_map do |path, lines|
      next if path.match?(%r{clientbucket(/\h)+\z})
      path = path.sub(%r{(clientbucket)(?:/\h)+/(\h{64})}) { "#{$1}/…/#{renamed[$2] || $2}" }
      [path, lines]
    end.sort
  end

  # YAML as lines: tags, order of keys, and types of scalars are kept. sorted: the order of keys says nothing.
  def self.yaml(text, sorted: false)
    return nil unless text
    tree = Psych.parse(text)
    return ['(empty)'] unless tree
    Lines.new(sorted).of(tree.root)
  rescue Psych::SyntaxError => e
    ["not YAML: #{e.message}", *text.lines.map(&:chomp)]
  end

  class Lines
    SCANNER = Psych::ScalarScanner.new(Psych::ClassLoader.new)

    def initialize(sorted)
      @sorted = sorted
      @anchors = {}
    end

    def of(node, key = nil)
      node = @anchors.fetch(node.anchor) if node.is_a?(Psych::Nodes::Alias)
      @anchors[node.anchor] = node if node.respond_to?(:anchor) && node.anchor
      case node
      when Psych::Nodes::Mapping then mapping(node, key)
      when Psych::Nodes::Sequence then sequence(node, key)
      else [scalar(node, key)]
      end
    end

    private

    def mapping(node, key)
      pairs = node.children.each_slice(2).map { |k, v| [of(k).first, v] }
      pairs = pairs.grep_v(->((name, _)) { name.match?(OWN) }).sort_by(&:first) if @sorted
      tag = node.tag ? [node.tag] : []
      return [*tag, '{}'] if pairs.empty?
      tag + pairs.flat_map do |name, value|
        nested(name, of(value, key == '"time"' && value.is_a?(Psych::Nodes::Scalar) ? :number : name))
      end
    end

    def sequence(node, key)
      return ['[]'] if node.children.empty?
      return metric(node) if metric?(node, key)
      node.children.flat_map do |child|
        lines = of(child, key)
        ["- #{lines.first}", *lines.drop(1).map { |line| "  #{line}" }]
      end
    end

    # A row [name, label, seconds] of the metric `time`.
    def metric?(node, key)
      key == '"values"' && node.children.size == 3 && node.children.all?(Psych::Nodes::Scalar) &&
        node.children[2].value.match?(/\A[\d.e-]+\z/) && node.children[2].value.match?(/[.e]/)
    end

    def metric(node) = ["[#{of(node.children[0]).first}, #{of(node.children[1]).first}, N]"]

    def nested(name, lines)
      return ["#{name}: #{lines.first}"] if lines.size == 1 && !lines.first.start_with?('- ')
      ["#{name}:", *lines.map { |line| "  #{line}" }]
    end

    def scalar(node, key)
      return 'N' if key == :number || (key.is_a?(String) && KEYS.include?(key.delete('":')))
      value = node.quoted ? node.value : SCANNER.tokenize(node.value)
      return 'TIME' if value.is_a?(Time)
      value = Normalise.text(value) if value.is_a?(String)
      return 'TIME' if value == 'TIME' && !ENV['PUPPET_LIB'] # see TEXT
      [node.tag, value.inspect].compact.join(' ')
    end
  end
end
