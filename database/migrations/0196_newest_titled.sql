-- A page of tasks by the words of their titles is found in the order of their numbers.
grant select (number) on work_items to baton_search;
