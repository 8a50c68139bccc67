include own
