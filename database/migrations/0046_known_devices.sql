-- Who asked for a mail, as a digest: a known device, or an address. Limits count each asker, so that a stranger's requests for
-- somebody's address do not use up their own.
alter table auth.mailings add column asker text;
-- A device that has logged in before has tries at a code of its own, whatever strangers have guessed.
alter table auth.mailings drop constraint mailings_tries_check;
alter table auth.mailings add constraint mailings_tries_check check (tries between 0 and 10) not valid;
