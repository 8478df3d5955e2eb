-- Rows are only added to these. PostgreSQL would look at them once a fifth has come: of a billion moves that is 80 gigabytes at once. At a
-- fiftieth it is a tenth of that, ten times as often, and as much in all, for what was looked at before is passed over.
ALTER TABLE move SET (autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE snapshot SET (autovacuum_vacuum_insert_scale_factor = 0.02);
