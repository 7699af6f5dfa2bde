import { z } from 'zod'
import { agent, author, commit, deletion, left, line, linksFrom, part, person, refersTo, stamps, synced } from '../../record.ts'
import { text, time, value, whole, type Why } from '../../record.ts'
import { gates } from '../workflows/workflows.record.ts'

const number = z.int().min(1).max(2_147_483_647)
/** In records, but an import begins anew. */
const again = (schema: z.ZodType, stored: string | null = null, why: Why = 'gates') => value(schema, { stored, why })

export const featureRecord = synced(
  'features',
  'created_by',
  {
    ...stamps,
    ...deletion,
    ...author,
    project_id: refersTo('project', { as: 'project', must: true }),
    number: value(number),
    ref: value(line(40), { stored: "(select p.key || '-F' || r.number from projects p where p.org_id = :org and p.id = r.project_id)" }),
    title: value(line(300)),
    description: value(text().default('')),
    status: again(z.enum(['active', 'complete', 'cancelled']), "case r.status when 'cancelled' then 'cancelled' else 'active' end"),
    workflow: value(line(64)),
    gates: value(gates),
    position: again(whole.nullish()),
    gate: again(line(40).nullish(), "r.gates -> 0 ->> 'key'"),
    gate_kind: { within: 'gates', stored: "r.gates -> 0 ->> 'kind'" },
    commit: again(commit.nullish()),
    spec_id: refersTo('spec', { as: 'spec' }),
    spec_version: value(number.nullish()),
    milestone_id: refersTo('milestone', { as: 'milestone', fits: 't.project_id = r.project_id' }),
    owner_id: person('owner'),
    summary: value(text(4000).default('')),
    recommendation: value(text(4000).default('')),
    risks: value(text(4000).default('')),
    completed_at: again(time.nullish()),
    cancelled_at: value(time.nullish(), {
      stored: "case r.status when 'cancelled' then coalesce(r.cancelled_at, r.updated_at) end",
    }),
  },
  {
    parts: [
      // Authors can't approve what they made, so those that are members here remain authors.
      part('feature_authors', {
        as: 'authors',
        parent: 'feature_id',
        order: 'created_at, user_id',
        columns: {
          feature_id: { within: 'authors' },
          user_id: { as: 'user', schema: line(100), who: 'person', must: true, why: 'member' },
          why: value(z.enum(['created', 'owner', 'commit', 'evidence'])),
          created_at: value(time),
        },
      }),
      part('feature_evidence', {
        as: 'evidence',
        parent: 'feature_id',
        order: 'created_at, id',
        columns: {
          id: stamps.id,
          feature_id: { within: 'evidence' },
          check_name: value(line(60), { as: 'check' }),
          outcome: value(z.enum(['pass', 'fail'])),
          rank: again(line(20).nullish(), "'claimed'"),
          note: value(text(4000).default('')),
          exit_code: value(z.int().min(-2_147_483_648).max(2_147_483_647).nullish()),
          log: value(text().nullish()),
          url: value(line(2000).nullish()),
          before_code: value(z.boolean()),
          commit: value(commit.nullish()),
          spec_version: value(number.nullish()),
          user_id: person('author'),
          agent_id: agent('author_agent'),
          created_at: value(time),
          voided_at: again(time.nullish(), ':now'),
          void_reason: left('evidence', "'sent_back'"),
          credential: left('evidence', "'import'"),
          repository_id: left('evidence'),
          workflow_path: left('evidence'),
          event: left('evidence'),
          app_id: left('evidence'),
          check_id: left('evidence'),
          completed_at: left('evidence'),
        },
      }),
      part('feature_verdicts', {
        as: 'verdicts',
        parent: 'feature_id',
        order: 'created_at, id',
        why: 'gates',
        columns: {
          feature_id: { within: 'verdicts' },
          gate: value(line(40)),
          kind: value(line(20)),
          verdict: value(line(20)),
          words: value(text()),
          user_id: person('author'),
          created_at: value(time),
          voided_at: value(time.nullish()),
          id: left('evidence'),
          before_code: left('evidence'),
          commit: left('evidence'),
          spec_version: left('evidence'),
          agent_id: left('evidence'),
          agent_owner_id: left('evidence'),
          by_person: left('evidence'),
          self_approved: left('evidence'),
          void_reason: left('evidence'),
        },
      }),
      linksFrom('feature'),
    ],
  },
)
