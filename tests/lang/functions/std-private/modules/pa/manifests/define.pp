class pa::define { pb::thing { 'from pa': } }
