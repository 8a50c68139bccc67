notice(defined(Ra_all), defined('ra_all'), Ra_all['x'] =~ Type[Resource], String(Ra_all['x']), Ra_all)
