-- backfill
select cursor, rows from app.fill_tallies($1) where $2::integer > 0
