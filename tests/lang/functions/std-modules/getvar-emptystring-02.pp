getvar_emptystring()
