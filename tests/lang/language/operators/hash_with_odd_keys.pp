$h = { 1 => 'int', '1' => 'str', 1.0 => 'float', true => 'bool', [1] => 'array', undef => 'undef' }
notice($h[1], $h['1'], $h[1.0], $h[true], $h[[1]], $h[undef], $h)
