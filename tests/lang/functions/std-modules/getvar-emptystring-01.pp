notice(getvar_emptystring('kernel'), getvar_emptystring('nope'), getvar_emptystring('::kernel'), getvar_emptystring(undef), getvar_emptystring('a::b'))
