notice(String(fieldload::odd('symbols')['key'], '%d'))
