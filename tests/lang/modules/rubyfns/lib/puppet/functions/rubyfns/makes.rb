# Makes values of all kinds.
Puppet::Functions.create_function(:'rubyfns::makes') do
  dispatch :makes do
    param 'String', :what
  end

  def makes(what)
    types = Puppet::Pops::Types
    case what
    when 'sensitive' then types::PSensitiveType::Sensitive.new('s')
    when 'binary' then types::PBinaryType::Binary.from_binary_string("\x00\xFFa".b)
    when 'timespan' then Puppet::Pops::Time::Timespan.new(90_000_000_000)
    when 'timestamp' then Puppet::Pops::Time::Timestamp.new(86_400_500_000_000)
    when 'semver' then SemanticPuppet::Version.parse('1.2.3-rc1')
    when 'regexp' then /a+b/
    when 'regexp_i' then /a+b/i
    when 'default' then :default
    when 'undef' then :undef
    when 'nil' then nil
    when 'nested' then { 'a' => [nil, { 'b' => true }], 1 => 2.5 }
    when 'type' then types::TypeFactory.array_of(types::TypeFactory.integer)
    when 'type2' then types::TypeFactory.variant(types::TypeFactory.string, types::TypeFactory.optional(types::TypeFactory.range(1, 3)))
    when 'parsed' then types::TypeParser.singleton.parse('Hash[String, Integer]')
    when 'infer' then types::TypeCalculator.infer([1, 2])
    when 'infer_set' then types::TypeCalculator.infer_set([1, 'a'])
    when 'instance' then types::TypeCalculator.instance?(types::TypeFactory.integer, 3)
    when 'mismatch'
      types::TypeMismatchDescriber.singleton.describe_mismatch('thing', types::TypeFactory.integer, types::TypeFactory.string)
    when 'assert' then types::TypeAsserter.assert_instance_of('the thing', types::TypeFactory.integer, 'x')
    when 'binary_text' then 'caf\u00e9'
    when 'utf8' then "caf\u00e9"
    when 'latin' then "caf\u00e9".encode('ISO-8859-1').encode('UTF-8')
    when 'big' then 2**62
    when 'struct' then Struct.new(:a).new(1)
    when 'set'
      require 'set'
      Set.new([1])
    when 'range' then (1..3)
    when 'described' then types::TypeMismatchDescriber.singleton.describe_mismatch('it', types::TypeFactory.struct({ 'a' => types::TypeFactory.integer }), types::TypeCalculator.infer_set({ 'a' => 'x' }))
    when 'symbol' then :something
    when 'time' then Time.at(0).utc
    when 'rational' then 1r
    end
  end
end
