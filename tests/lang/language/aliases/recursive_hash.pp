type Rec = Hash[String, Variant[Integer, Rec]]
notice({ 'a' => { 'b' => 1 } } =~ Rec, { 'a' => 'x' } =~ Rec)
notice(Rec)
