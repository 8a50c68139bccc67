class outer::inner { notice($title, $name) }
include outer::inner
include ::outer::inner
