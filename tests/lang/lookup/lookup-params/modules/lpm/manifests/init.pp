class lpm($env, $os, $both, $only_module, $a_list, $interp, $dh, $d, $later = undef) {
  notice($env, $os, $both, $only_module, $a_list, $interp, $dh, $d, $later)
}
