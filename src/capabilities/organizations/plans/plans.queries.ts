import { sql } from '../../../platform/postgres.ts'

export interface Limits {
  members?: number | null
  projects?: number | null
  attachments_megabytes?: number | null
}

export interface PlanRow {
  id: string
  name: string
  description: string
  limits: Limits
  price_cents: number
  currency: string
  checkout_url: string | null
}

export interface SubscriptionRow {
  plan_id: string
  status: 'active' | 'past_due' | 'canceled'
  source: 'administrator' | 'provider'
  ends_at: string | null
}

const columns = 'p.id, p.name, p.description, p.limits, p.price_cents, p.currency, p.checkout_url'

/** The plan of the organization's subscription while that lasts; otherwise the default plan. */
export const planOf = sql(`select ${columns} from plans p where p.id = coalesce(
    (select s.plan_id from subscriptions s where s.org_id = :org and s.status <> 'canceled' and (s.ends_at is null or s.ends_at > :now)),
    (select d.id from plans d where d.is_default))`).as<PlanRow>()
export const subscriptionOf = sql('select plan_id, status, source, ends_at from subscriptions where org_id = :org').as<SubscriptionRow>()
export const plans = sql(`select ${columns} from plans p order by p.position, p.id`).as<PlanRow>()

// No special case for sandboxes, which copy their organization, or for agents, which never take a seat.
export const countMembers = sql('select count(*)::integer as used from memberships where org_id = :org').as<{ used: number }>()
export const countProjects = sql(
  'select count(*)::integer as used from projects where org_id = :org and deleted_at is null and archived_at is null',
).as<{ used: number }>()
export const countMegabytes = sql(
  'select coalesce(ceil(sum(bytes) / 1048576.0), 0)::integer as used from attachment_totals where org_id = :org',
).as<{ used: number }>()

export const insertPlan = sql(`insert into plans (id, name, description, limits, price_cents, position, is_default, created_at, updated_at)
  select :id, :name, :description, :limits, :price_cents, :position, :is_default::boolean and not exists (select from plans where is_default), :now, :now
  on conflict do nothing returning id`).as<{ id: string }>()
