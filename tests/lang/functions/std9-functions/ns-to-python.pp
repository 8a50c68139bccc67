$r0 = stdlib::to_python({'a'=>Sensitive('x'),'b'=>true})
notice(String($r0, '%p'))
