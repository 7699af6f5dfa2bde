import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'
import type { QuestionState } from './questions.contract.ts'
import { delivery, itsAgent, type DeliveryRow } from '../comment-deliveries/comment-deliveries.queries.ts'

export type QuestionRow = Omit<Tables['questions'], 'org_id'>

const columns = 'q.id, q.item_id, q.agent_id, q.asked_in, q.state, q.answer_id, q.settled_at, q.settled_by, q.created_at'

/** The window that asked gets the answer, if nobody holds the task. */
export const noteAsker = sql('update questions set asked_in = :window where org_id = :org and id = :id')
export const noteAnswer = sql('update questions set answer_id = :answer where org_id = :org and id = :id')
/** The questions that these comments are, each with how its answer came to the agent that asked. */
export const questionsOf = sql(`select q.id, q.state, q.answer_id, q.settled_at, to_jsonb(v) as delivery
  from questions q left join lateral (select ${delivery} from comment_deliveries d ${itsAgent}
    where d.org_id = q.org_id and d.comment_id = q.answer_id and d.agent_id = q.agent_id) v on true
  where q.org_id = :org and q.id = any(:ids::uuid[])`).as<
  Pick<QuestionRow, 'id' | 'answer_id' | 'settled_at'> & { state: QuestionState; delivery: DeliveryRow | null }
>()
/** Locked before its comment is written, because the end of its task writes it too. */
export const lockedQuestion = sql(
  `select ${columns} from questions q where q.org_id = :org and q.id = :id for no key update`,
).as<QuestionRow>()
export const expire = sql(`update questions q set state = 'expired', settled_at = :now from comments c
  where q.org_id = :org and q.id = :id and q.state = 'open' and c.org_id = q.org_id and c.id = q.id and c.answer_by <= :now returning q.item_id`).as<{
  item_id: string
}>()
