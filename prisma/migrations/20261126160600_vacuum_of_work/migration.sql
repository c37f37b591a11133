-- By PostgreSQL's own setting a fifth of all work changes before it is vacuumed: until then, pages of the history that
-- are answered from an index read the rows as well.
ALTER TABLE "generation" SET (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
