class application { }
include application
