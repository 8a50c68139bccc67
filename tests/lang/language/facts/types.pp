# facts: {"i": 5, "f": 2.5, "b": true, "s": "5", "n": null}
notice($i =~ Integer, $f =~ Float, $b =~ Boolean, $s =~ String, "[${n}]", $facts['i'] == $i)
