define funcs::item(Funcs::Small $n = 1) { notify { "item ${title} ${n} ${funcs::good($n)}": } }
