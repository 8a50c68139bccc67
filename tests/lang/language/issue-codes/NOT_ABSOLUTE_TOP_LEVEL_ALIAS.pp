class c { type X = Integer }
