-- What was there before has neither a start nor a milestone, so this finds nothing; it reads the tables without locking them.
alter table work_items validate constraint work_items_dates;
alter table work_items validate constraint work_items_milestone;
alter table features validate constraint features_milestone;
