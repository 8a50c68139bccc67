type Mine = Struct[{ x => Integer }]
notice("${Mine} ${Array[Mine]} ${[Mine, Optional[Mine]]}")
