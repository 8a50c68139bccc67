# `ficelle node list|show|clean`, `ficelle report list|show|diff`: the embedded store.
where="--confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --modulepath $PWD/modules --storeconfigs_backend sqlite"
run="apply $where --reports sqlite --storeconfigs --certname web.test"
run 'inventory: nothing yet' 0 node list $where
out ''
run 'inventory: a run' 0 $run -e "file { '$PWD/x': content => 'x' }"
run 'inventory: another run' 0 $run -e "file { '$PWD/y': content => 'y' } exec { 'false': path => '/bin:/usr/bin' }"
run 'inventory: nodes' 0 node list $where
out '~web.test  failed  '
run 'inventory: by status' 0 node list $where --status changed
out ''
run 'inventory: JSON' 0 node list --json $where
out '~"latest_report_status": "failed"'
run 'inventory: a node' 0 node show web.test $where
out '~Status:               failed'
out '~Reports:              2'
run 'inventory: no such node' 1 node show nosuch $where
err "Error: Node 'nosuch' is not in the inventory"
run 'inventory: reports' 0 report list web.test $where
second=$(sed -n 1p out | cut -d ' ' -f 1) first=$(sed -n 2p out | cut -d ' ' -f 1)
run 'inventory: one report' 0 report list --limit 1 $where
out "~$second"
run 'inventory: no setting says where it is, and there is no PuppetDB' 1 node list --confdir "$PWD/none" --vardir "$PWD/none"
err '~because storeconfigs_backend is not set'
run 'inventory: a bad limit' 1 report list --limit x $where
err "Error: --limit takes a number of reports, not 'x'"
run 'inventory: report show' 0 report show "$second" $where
out '~  Exec[false]'
run 'inventory: report diff' 1 report diff "$first" "$second" $where
out '~status: changed -> failed'
out "~- File[$PWD/x]/ensure: success, defined content as "
run 'inventory: report diff of equal reports' 0 report diff "$first" "$first" $where
out ''
run 'inventory: no such report' 1 report show 00000000 $where
err 'Error: Report 00000000 is not in the inventory'
run 'inventory: an invalid hash' 1 report diff x y $where
err "Error: 'x' is not the hash of a report: 8 to 40 hexadecimal digits"
run 'inventory: a query' 0 puppetdb query "resources[title]{ type = \"Exec\" }" $where
out '[
  {
    "title": "false"
  }
]'
run 'inventory: a bad query' 1 puppetdb query 'nodes[' $where
err '~Error: PQL parse error at line 1, column 7:'
run 'inventory: node clean' 0 node clean web.test $where
run 'inventory: the node is removed' 1 node show web.test $where
