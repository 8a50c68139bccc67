notice(Everywhere('x'), Everywhere(Everywhere(1)).what.what)
notice(Dt::Shadow(1).ruby)
