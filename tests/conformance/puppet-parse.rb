#!/usr/bin/env ruby
# frozen_string_literal: true

# Parses the files named on standard input with the real Puppet, all in this one process.
#   puppet-parse.rb [--epp]           one line a file: {"file":…,"ok":true,"pn":…} or {"file":…,"ok":false,"error":…}
#   puppet-parse.rb --time ROUNDS     no lines; the best of ROUNDS as "BYTES bytes, SECONDS s, MB/s"
require 'json'
require 'tmpdir'
require 'fileutils'
require_relative '../lib/without-gettext'
require 'puppet'
require 'puppet/pops'
require 'puppet/pops/pn'

work = Dir.mktmpdir('parse')
at_exit { FileUtils.remove_entry(work) }
Puppet.initialize_settings(['--confdir', work, '--vardir', "#{work}/var", '--codedir', "#{work}/code"])
Puppet[:strict] = :warning
Puppet::Util::Log.close_all

parsers = Puppet::Pops::Parser::EvaluatingParser
parser = ARGV.include?('--epp') ? parsers::EvaluatingEppParser.new : parsers.new
files = $stdin.read.split("\n")

def notation(model)
  out = +''
  Puppet::Pops::Model::PNTransformer.transform(model).format(nil, out)
  out
end

def seconds
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  yield
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
end

if ARGV.include?('--time')
  rounds = ARGV[ARGV.index('--time') + 1].to_i
  bytes = files.sum { |file| File.size(file) }
  best = Array.new(rounds) do
    seconds do
      files.each do |file|
        parser.parse_file(file)
      rescue Puppet::Error
        next # a file Puppet rejects costs time as well
      end
    end
  end.min
  printf("%d bytes, %.3f s, %.3f MB/s\n", bytes, best, bytes / best / 1e6)
  exit
end

files.each do |file|
  line = begin
    { 'file' => file, 'ok' => true, 'pn' => notation(parser.parse_file(file)) }
  rescue StandardError => e
    { 'file' => file, 'ok' => false, 'error' => e.message.scrub }
  end
  puts JSON.generate(line)
end
