notice(Deferred('f') =~ RichData, Deferred('f') =~ Data, Deferred('f') =~ Scalar, Deferred('f') =~ Object)
