# Apply blocks as Bolt sends them: server-blocks.rb FILE…, each with one block; writes FILE.json, the tree in Puppet's serialized form.
require 'puppet'
require 'json'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:tasks] = true
parser = Puppet::Pops::Parser::Parser.new
ARGV.each do |file|
  text = "plan p() {\n  # été\n  apply('all') {#{File.read(file)}}\n}\n"
  plan = parser.parse_string(text, '/plans/p.pp').model.definitions.find { |d| d.is_a?(Puppet::Pops::Model::PlanDefinition) }
  body = plan.body
  body = body.statements.first if body.is_a?(Puppet::Pops::Model::BlockExpression)
  body = body.body
  body = body.statements.size == 1 ? body.statements[0] : Puppet::Pops::Model::BlockExpression.from_asserted_hash(body._pcore_init_hash)
  tree = Puppet::Pops::Serialization::ToDataConverter.convert(body, rich_data: true, symbol_to_string: true)
  File.write("#{file}.json", JSON.generate(tree))
end
