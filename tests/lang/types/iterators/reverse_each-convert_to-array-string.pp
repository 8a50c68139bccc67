$s = [1,2,3].reverse_each notice($s.convert_to(Array), $s.convert_to(String), String($s, '%p'), String($s, Array => '%(a'))
