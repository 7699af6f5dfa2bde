-- backfill
select cursor, rows from app.fill_gate_changes($1, $2)
