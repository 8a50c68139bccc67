define d($Abc = 1) { notice($Abc) }
