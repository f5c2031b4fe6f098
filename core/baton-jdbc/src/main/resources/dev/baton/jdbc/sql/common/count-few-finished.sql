-- Whether few finished tasks have a type: so many are counted and no more.
SELECT COUNT(*) FROM (SELECT 1 FROM baton_finished f WHERE {filter} LIMIT ?) few
