case [1, 'web01'] { [Integer, /web(\d+)/]: { notice("matched ${1}") } default: { notice('no') } }
case { a => 1, b => 2 } { { a => Integer }: { notice('has a') } default: { notice('no') } }
