# What an agent answers, read from "snmpbulkwalk -On -OT -m ''", for the scripts beside this one.
class Walk
  # Of what may have no instance: percentiles without samples, Ruby that did not run, sources without a MIB of their own.
  OPTIONAL = /P\d\d\z|Max\z|\AficRuby(?:StartTime|Mem)\z|\AficSrcRoot\z/
  attr_reader :answers

  def initialize(file)
    @answers = {}
    File.read(file).scan(/^\.([\d.]+) = (?:(\S+): )?(.*?)(?=\n\.\d|\n*\z)/m) do |oid, type, value|
      @answers[oid] = [type || 'STRING', value.chomp] unless value =~ /\ANo (?:Such|more)/
    end
    abort 'the walk is empty' if @answers.size < 10
    @below = Hash.new { |h, k| h[k] = [] }
    @answers.each_key { |oid| @below[oid[/\A.*(?=\.)/]] << oid }
  end

  # Type and value; nil when there is no answer.
  def [](oid) = @answers[oid.delete_prefix('.')]

  # Rows of a column: index and type.
  def column(oid)
    prefix = "#{oid.delete_prefix('.')}."
    (@columns ||= {})[prefix] ||= @answers.select { |o, _| o.start_with?(prefix) }.to_h { |o, (type, _)| [o.delete_prefix(prefix), type] }
  end

  def self.optional?(name) = name.match?(OPTIONAL)
end
