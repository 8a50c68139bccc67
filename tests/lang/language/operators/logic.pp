notice(true and false, true or false, !true, ! false, !undef, !'', !0, ![])
notice(true and 'x', undef or false, false and fail('no'), true or fail('no'))
