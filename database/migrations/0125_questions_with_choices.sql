-- A comment may be a question with choices: the first person who picks one has decided, once, and before `answer_by` if it has one.
alter table comments add column choices text[] check (cardinality(choices) between 2 and 6);
alter table comments add column answer_by timestamptz;
alter table comments add column answer text;
alter table comments add column answered_by uuid;
alter table comments add column answered_at timestamptz;
