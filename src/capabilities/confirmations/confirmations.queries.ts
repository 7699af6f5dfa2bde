import { sql } from '../../platform/postgres.ts'

export type Answer = 'declined' | 'unanswered'

export const lastAnswer = sql<{ answer: Answer }>(`select answer from confirmation_answers
  where org_id = $1 and user_id = $2 and agent_id = $3 and call = $4 and at > $5`)
export const forget = sql('delete from confirmation_answers where org_id = $1 and user_id = $2 and at < $3')
/** Whoever has said no and then closes the next question has not changed their mind. */
export const keepAnswer = sql<{ answer: Answer }>(`insert into confirmation_answers as c (org_id, user_id, agent_id, call, answer, at)
  values ($1, $2, $3, $4, $5, $6) on conflict (org_id, user_id, agent_id, call) do update
  set answer = case when c.answer = 'declined' and c.at > $7 then c.answer else excluded.answer end, at = excluded.at returning answer`)
