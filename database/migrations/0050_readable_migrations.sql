-- Every process compares what has been applied with what it knows before it says that it is ready.
grant select on migrations to baton_app;
