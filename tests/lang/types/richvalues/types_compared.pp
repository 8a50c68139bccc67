notice(Timespan[1, 5] < Timespan[0, 6], Timespan[1, 5] == Timespan[1, 5], SemVer['1.x'] < SemVer['1.x', '2.x'], SemVer['>=1.0.0 <2.0.0'] == SemVer['1.x'])
notice(URI['http://a/b'] <= URI['http://a'], URI[{ 'scheme' => 'http' }] <= URI[{ 'scheme' => Enum['http', 'https'] }], Timespan < Scalar, URI < Scalar, Binary < RichData)
