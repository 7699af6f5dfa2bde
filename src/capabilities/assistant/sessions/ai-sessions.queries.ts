import { sql } from '../../../platform/postgres.ts'

export interface AiSessionRow {
  id: string
  user_id: string
  title: string
  project_id: string | null
  repository_id: string | null
  messages: number
  created_at: string
  updated_at: string
  version: number
}

const columns = 's.id, s.user_id, s.title, s.project_id, s.repository_id, s.messages, s.created_at, s.updated_at, s.version'
// Only the caller's own, whatever their role.
const own = 's.org_id = :org and s.user_id = app.user()'

export const listSessions = sql(`select ${columns} from ai_sessions s
  where ${own} and (s.updated_at, s.id) < (coalesce(:updated_at::timestamptz, 'infinity'), :id::uuid)
  order by s.updated_at desc, s.id desc limit :limit`).as<AiSessionRow>()
export const sessionById = sql(`select ${columns} from ai_sessions s where ${own} and s.id = :id`).as<AiSessionRow>()
export const lockedSession = sql(`select ${columns} from ai_sessions s where ${own} and s.id = :id for update`).as<AiSessionRow>()
export const insertSession =
  sql(`insert into ai_sessions as s (org_id, id, user_id, project_id, repository_id, title, created_at, updated_at)
  values (:org, :id, :user, :project, :repository, :title, :now, :now) returning ${columns}`).as<AiSessionRow>()
export const renameSession = sql(`update ai_sessions s set title = :title, version = version + 1
  where ${own} and s.id = :id returning ${columns}`).as<AiSessionRow>()
export const turnToRepository = sql(`update ai_sessions s set repository_id = :repository
  where ${own} and s.id = :id returning ${columns}`).as<AiSessionRow>()
export const deleteSession = sql(`delete from ai_sessions s where ${own} and s.id = :id`)
/** Names the session after its first question. */
export const addTurn = sql(`update ai_sessions s set messages = s.messages + 2, updated_at = :now, version = version + 1,
    title = case when s.title = '' then :title else s.title end
  where ${own} and s.id = :id returning ${columns}`).as<AiSessionRow>()

export interface AiMessageRow {
  id: string
  session_id: string
  place: number
  role: 'question' | 'answer'
  text: string
  status: 'writing' | 'done' | 'cut_off' | 'cancelled' | 'failed' | 'passages' | 'over_budget'
  note: string | null
  passages: unknown
  outline: string
  citations: unknown
  dropped: unknown
  model: string | null
  tokens_in: number | null
  tokens_out: number | null
  cost_micros: number | null
  created_at: string
}

const message = `m.id, m.session_id, m.place, m.role, m.text, m.status, m.note, m.passages, m.outline, m.citations, m.dropped, m.model, m.tokens_in, m.tokens_out,
  m.cost_micros, m.created_at`
export const listMessages = sql(`select ${message} from ai_messages m
  where m.org_id = :org and m.session_id = :session and m.place < :before order by m.place desc limit :limit`).as<AiMessageRow>()
export const insertMessage = sql(`insert into ai_messages as m
    (org_id, id, session_id, place, role, text, status, note, passages, outline, model, created_at)
  values (:org, :id, :session, :place, :role, :text, :status, :note, :passages, :outline, :model, :now) returning ${message}`).as<AiMessageRow>()

const ownAnswer = `from ai_sessions s where s.org_id = m.org_id and s.id = m.session_id and m.org_id = :org and m.id = :id
  and m.role = 'answer' and s.user_id = app.user()` as const
export const answerById = sql(`select ${message} from ai_messages m join ai_sessions s on s.org_id = m.org_id and s.id = m.session_id
  where m.org_id = :org and m.id = :id and m.role = 'answer' and s.user_id = app.user()`).as<AiMessageRow>()
export const takeAnswer = sql(`update ai_messages m set taken_at = :now ${ownAnswer} and m.status = 'writing' and m.taken_at is null
  returning ${message}`).as<AiMessageRow>()
export const storeAnswer =
  sql(`update ai_messages m set text = :text, status = :status, note = :note, citations = :citations, dropped = :dropped,
    tokens_in = :tokens_in, tokens_out = :tokens_out, cost_micros = :cost_micros
  ${ownAnswer} and m.status = 'writing' returning ${message}`).as<AiMessageRow>()
