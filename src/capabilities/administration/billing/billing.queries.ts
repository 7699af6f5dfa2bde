import { sql } from '../../../platform/postgres.ts'
import type { PlanRow } from '../../organizations/plans/seed-plans.ts'

export type AdminPlanRow = PlanRow & { provider_price: string | null; is_default: boolean; subscriptions: number }

const plan = `select p.id, p.name, p.description, p.limits, p.price_cents, p.currency, p.checkout_url, p.provider_price, p.is_default,
    (select count(*)::integer from subscriptions s where s.plan_id = p.id and s.status <> 'canceled') as subscriptions
  from plans p` as const
export const plans = sql(`${plan} order by p.position, p.id`).as<AdminPlanRow>()
export const planById = sql(`${plan} where p.id = :id`).as<AdminPlanRow>()
export const planOfPrice = sql(
  'select id from plans where provider_price = :price or id = :plan order by (provider_price = :price) desc nulls last limit 1',
).as<{
  id: string
}>()
export const clearDefault = sql('update plans set is_default = false where is_default and id <> :id')
export const updatePlan =
  sql(`update plans set name = :name, description = :description, limits = :limits, price_cents = :price_cents, currency = :currency,
    provider_price = :provider_price, checkout_url = :checkout_url, is_default = :is_default, updated_at = :now where id = :id`)

export interface SubscriptionRow {
  organization: { id: string; handle: string }
  plan: string
  status: 'active' | 'past_due' | 'canceled'
  source: 'administrator' | 'provider'
  ends_at: string | null
  updated_at: string
  version: number
}
export const subscriptionOf =
  sql(`select jsonb_build_object('id', o.id, 'handle', o.handle) as organization, s.plan_id as plan, s.status, s.source,
    s.ends_at, s.updated_at, s.version from subscriptions s join organizations o on o.id = s.org_id where s.org_id = :org`).as<SubscriptionRow>()
export const personalOf = sql('select personal_org_id as id from auth.accounts where user_id = :user').as<{ id: string }>()
export const isMember = sql('select true as is from memberships where org_id = :org and user_id = :user').as<{ is: boolean }>()
export const give = sql(`insert into subscriptions (org_id, plan_id, status, source, ends_at, created_at, updated_at)
    values (:org, :plan, 'active', 'administrator', :until, :now, :now)
  on conflict (org_id) do update set plan_id = excluded.plan_id, status = 'active', source = 'administrator', ends_at = excluded.ends_at,
    updated_at = excluded.updated_at, version = subscriptions.version + 1`)
export const cancel = sql(`update subscriptions set status = 'canceled', updated_at = :now, version = version + 1
  where org_id = :org and status <> 'canceled' returning plan_id`).as<{ plan_id: string }>()

export const takeEvent = sql(
  'insert into billing_events (id, type, received_at) values (:id, :type, :now) on conflict do nothing returning id',
).as<{ id: string }>()
export const orgOfSubscription = sql(`select s.org_id as id from subscriptions s where s.provider_subscription = :subscription
  union select o.id from organizations o where o.id = :organization and o.deleted_at is null limit 1`).as<{ id: string }>()
// What an administrator granted stands until it ends; an event older than the stored state changes nothing.
export const recordSubscription = sql(`insert into subscriptions
    (org_id, plan_id, status, source, ends_at, provider_customer, provider_subscription, provider_said_at, created_at, updated_at)
    values (:org, :plan, :status, 'provider', :ends_at, :customer, :subscription, :said_at, :now, :now)
  on conflict (org_id) do update set plan_id = excluded.plan_id, status = excluded.status, source = 'provider', ends_at = excluded.ends_at,
    provider_customer = coalesce(excluded.provider_customer, subscriptions.provider_customer), provider_subscription = excluded.provider_subscription,
    provider_said_at = excluded.provider_said_at, updated_at = excluded.updated_at, version = subscriptions.version + 1
  where (subscriptions.source = 'provider' or subscriptions.status = 'canceled' or subscriptions.ends_at <= :now)
    and (subscriptions.provider_said_at is null or subscriptions.provider_said_at <= excluded.provider_said_at)
  returning org_id`).as<{ org_id: string }>()
