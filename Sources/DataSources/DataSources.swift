// Filled by its own commits.
