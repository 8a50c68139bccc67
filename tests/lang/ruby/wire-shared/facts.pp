notice(shared::places($facts['os'], $os, $facts['os']['release'], fact('os.release'), $dns))
notice(shared::places($facts, $os, $facts))
notice(shared::places($trusted, $trusted['extensions'], $trusted))
