notice(sprintf("%d", rbbig::make("edge")))
