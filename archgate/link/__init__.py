"""Link: all module indexes of a host joined; names followed across files, edges given their kind."""
