import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { AgentRef, Day, ProjectRef, Tag, TeamRef } from '../../vocabulary.contract.ts'

/** Null with fewer than three values, whose median would tell little but whose they were. */
const Hours = z.number().nullable()
const Spread = z.object({ count: z.int(), median_hours: Hours, p85_hours: Hours })
const By = z.enum(['person', 'agent', 'system'])

const Forecast = z.object({
  /** Why there is no forecast: too short a history, too few completed tasks, nothing left to do, or no end within two years. */
  state: z.enum(['forecast', 'needs_history', 'needs_completions', 'done', 'beyond_horizon']),
  /** How many days of history it draws from, and how many tasks were completed in them. */
  history_days: z.int(),
  completed: z.int(),
  remaining: z.int(),
  /** The day by which everything open on the last day is done, in this percentage of the simulated futures. */
  p15: z.string().nullable(),
  p50: z.string().nullable(),
  p85: z.string().nullable(),
})

const BurnUp = z.object({
  days: z.array(z.object({ day: z.string(), scope: z.int(), done: z.int() })),
  scope: z.int(),
  done: z.int(),
  /** How the scope changed in the last seven days of the period. */
  scope_change: z.int(),
  forecast: Forecast,
})

const FlowDay = z.object({
  day: z.string(),
  backlog: z.int(),
  todo: z.int(),
  in_progress: z.int(),
  in_review: z.int(),
  complete: z.int(),
})

const CycleTimes = z.object({
  /** From the first start to completion; tasks that were never started are left out. */
  cycle: Spread,
  waiting: Spread,
  working: Spread,
  in_review: Spread,
  blocked: Spread,
  points: z.array(z.object({ key: z.string(), done_at: Timestamp, hours: z.number(), by: By, verified: z.boolean() })),
  /** There were more completed tasks than one answer holds: only the newest are counted. */
  truncated: z.boolean(),
})

const GateWait = Spread.extend({
  gate: z.string(),
  kind: z.string(),
  waiting: z.int(),
  waiting_for_you: z.int(),
  sent_back: z.int(),
})
const Wait = Spread.extend({
  /** Whose work waits, and what for. */
  from: z.enum(['people', 'agents']),
  for: z.enum(['approval', 'review', 'evidence']),
  waiting: z.int(),
})

const Week = z.object({
  /** The Monday it begins on. */
  week: z.string(),
  people: z.int().nullable(),
  agents: z.int(),
  verified_people: z.int().nullable(),
  verified_agents: z.int(),
})
const Throughput = z.object({
  weeks: z.array(Week),
  completed: z.int(),
  verified: z.int(),
  /** Agents' share of the completed tasks that are proven by observation or by CI. */
  agents_share: z.number().nullable(),
  /** Fewer than three people completed something, and the caller was not the only one. */
  people_hidden: z.boolean(),
})

const Quality = z.object({
  /** Tasks completed in the period, including those that were reopened. */
  completed: z.int(),
  reopened: z.int(),
  reopen_rate: z.number().nullable(),
  merged: z.int().nullable(),
  reverted: z.int().nullable(),
  revert_rate: z.number().nullable(),
})
const Blocked = z.object({ now: z.int(), tasks: z.int(), hours: z.number() })

const named = { id: Id.nullable(), name: z.string().nullable(), cost: z.number().nullable() }
const Cost = z.object({
  /** Null means nobody reported any, which is not the same as zero. */
  total: z.number().nullable(),
  reports_without_cost: z.int(),
  per_verified_task: z.number().nullable(),
  /** The sum of the daily budgets of the agents that cost something, if each of them has one. */
  daily_budget: z.number().nullable(),
  days: z.array(z.object({ day: z.string(), cost: z.number(), by_agent: z.array(z.object({ id: Id.nullable(), cost: z.number() })) })),
  agents: z.array(z.object({ ...named, slug: z.string().nullable(), daily_budget: z.number().nullable() })),
  projects: z.array(z.object({ ...named, slug: z.string().nullable() })),
  models: z.array(z.object({ model: z.string().nullable(), cost: z.number().nullable() })),
})

const Insights = z.object({
  of: z.object({ kind: z.enum(['organization', 'team', 'project']), id: Id, name: z.string() }),
  from: z.string(),
  to: z.string(),
  /** How many projects are counted: those in scope that the caller sees. */
  projects: z.int(),
  computed_at: Timestamp,
  burn_up: BurnUp,
  flow: z.array(FlowDay),
  cycle_times: CycleTimes,
  gates: z.array(GateWait),
  waits: z.array(Wait),
  throughput: Throughput,
  quality: Quality,
  blocked: Blocked,
  /** Null with a label: agent costs are not reported by label. */
  cost: Cost.nullable(),
})
const Sparkline = z.object({ id: Id, completed: z.array(z.int()) })
components({ Insights, Forecast, CycleTimes, GateWait, Throughput, InsightsCost: Cost, Sparkline })

const period = { from: Day.optional(), to: Day.optional(), days: z.int().min(1).max(366).optional() }
const filters = { agent: AgentRef.optional(), label: Tag.optional() }
const read = { realm: 'organization', permission: 'insight:read', effect: 'read' } as const
const changed = ['task.*', 'feature.*', 'project.*', 'agent_session.*', 'agent.*', 'workspace.*', 'repository.*']

export const getInsights = contract({
  ...read,
  summary:
    'How work flows in the organization: forecast, cycle times, waits at gates, throughput, quality and cost of the projects you see',
  stale_after: changed,
  input: z.strictObject({ ...period, project: ProjectRef.optional(), ...filters }),
  output: Insights,
  http: [{ method: 'GET', path: '/api/insights' }],
})

export const getProjectInsights = contract({
  ...read,
  summary: 'How work flows in a project',
  stale_after: changed,
  input: z.strictObject({ project: ProjectRef, ...period, ...filters }),
  output: Insights,
  http: [{ method: 'GET', path: '/api/projects/:slug/insights', params: { slug: 'project' } }],
})

export const getTeamAnalytics = contract({
  ...read,
  summary: 'How work flows in the projects of a team that you can see',
  stale_after: [...changed, 'team.*'],
  input: z.strictObject({ team: TeamRef, ...period, project: ProjectRef.optional(), ...filters }),
  output: Insights,
  http: [{ method: 'GET', path: '/api/teams/:id/analytics', params: { id: 'team' } }],
})

export const getSparklines = contract({
  ...read,
  summary: 'Completed tasks per week of each project, agent or epic, for a sparkline',
  stale_after: ['task.*', 'project.*', 'workspace.*'],
  input: z.strictObject({
    of: z.enum(['projects', 'agents', 'epics']).default('projects'),
    project: ProjectRef.optional(),
    weeks: z.int().min(2).max(26).default(12),
  }),
  output: z.object({
    /** The Mondays on which the weeks begin, oldest first. */
    weeks: z.array(z.string()),
    lines: z.array(Sparkline),
  }),
  http: [{ method: 'GET', path: '/api/insights/sparklines' }],
  rehearsal: { after: 'completeTask', carry: {} },
})
