notice(Timespan(5) + 3, Timespan(5) + 3.5, 3 + Timespan(5), 10.5 - Timespan(5), Timespan(5) - 10, Timespan(5) * 1.5, 3 * Timespan(5))
notice(Timespan(5) / 2, Timespan(5) / 2.5, Timespan(5) / Timespan(2), Timespan(-5.5) % 3, -Timespan(5), Timespan(5) + '3')
