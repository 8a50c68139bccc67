# The type of its parameter is not there, so the file cannot be loaded.
class fieldload::nope(Fieldload::NotThere $x = {}) { }
