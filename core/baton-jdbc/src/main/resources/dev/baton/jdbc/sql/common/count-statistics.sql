-- How much there is to add up: so many rows are counted and no more, in the primary key alone.
SELECT COUNT(*) FROM (SELECT 1 FROM {table} f WHERE {filter} LIMIT ?) few
