-- backfill
select cursor, rows from app.fill_status_changes($1, $2)
