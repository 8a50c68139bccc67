# `ficelle report show`.
sample=$top/tests/fuzz/corpus/report/small.yaml
run 'report: of a file' 0 report show "$sample"
out "web1.example.com, 2026-11-22T22:30:55.022059685+00:00: failed
environment production, configuration 7, Puppet 8.11.0
9 resources in 1.50 seconds: 1 changed, 1 failed, 1 skipped, 2 out of sync; some changes were corrective

Errors and warnings:
    warning: the disk is old

Failed:
  Exec[/bin/false] (/site.pp:5)
    change from 'notrun' to ['0'] failed: '/bin/false' returned 1 instead of one of [0]

Changed:
  File[/t/a] (/site.pp:3)
    mode changed '0644' to '0600' (corrective)

Skipped:
  Notify[after]
    Dependency Exec[/bin/false] has failures: true

Slowest resources, in seconds:
     0.500  File[/t/a]
     0.250  Exec[/bin/false]

Resource types:
   seconds  changed  failed  skipped
     0.500        1       0        0  file
     0.250        0       1        0  exec"
run 'report: JSON' 0 report show --json "$sample"
out '~"resource": "File[/t/a]"'
out '~"seconds": 1.500000'
run 'report: none yet' 1 report show --vardir "$PWD/var"
err "Error: Report $PWD/var/state/last_run_report.yaml does not exist: nothing was applied yet, or reports are disabled"
mkdir -p var/state
printf 'a: [' > var/state/last_run_report.yaml
run 'report: damaged' 1 report show --vardir "$PWD/var"
err '~Error: Could not read report'
printf 'a: 1\n' > var/state/last_run_report.yaml
run 'report: something else' 1 report show --vardir "$PWD/var"
err "Error: Could not read report $PWD/var/state/last_run_report.yaml: it is not a report"
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $PWD/modules"
run 'report: a run' 0 apply $where -e "file { '$PWD/x': content => 'x' } file { '$PWD/y': noop => true, content => 'y' }"
run 'report: of that run' 0 report show $where
out "~Would be changed:
  File[$PWD/y]"
