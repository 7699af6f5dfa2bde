alter table runs validate constraint runs_state_check;
