# Functions of the older kind get copies of arrays and hashes: what a template changes in their result, it changes there only.
define d(Hash $options) {
  $config = pick($options['config'], {})
  notice(inline_template("<% @config.delete('Port'); @config['List'] << 3 -%><%= @config.inspect %>"))
  notice($options, $config)
}
d { 'x': options => { 'config' => { 'Port' => 1, 'List' => [2] } } }
