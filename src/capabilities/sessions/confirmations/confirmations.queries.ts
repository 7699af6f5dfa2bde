import { sql } from '../../../platform/postgres.ts'

export type Answer = 'declined' | 'unanswered'

export const lastAnswer = sql(`select answer from confirmation_answers
  where org_id = :org and user_id = :user_id and agent_id = :agent_id and call = :call and at > :now`).as<{ answer: Answer }>()
export const forget = sql('delete from confirmation_answers where org_id = :org and user_id = :user_id and at < :now')
/** Somebody who said no and then closes the next question hasn't changed their mind. */
export const keepAnswer = sql(`insert into confirmation_answers as c (org_id, user_id, agent_id, call, answer, at)
  values (:org, :user_id, :agent_id, :call, :answer, :now) on conflict (org_id, user_id, agent_id, call) do update
  set answer = case when c.answer = 'declined' and c.at > :valid_since then c.answer else excluded.answer end, at = excluded.at returning answer`).as<{
  answer: Answer
}>()
