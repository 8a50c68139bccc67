define d { notice('in define') warning('careful') }
node default { notice('in node') d { 'x': } }
