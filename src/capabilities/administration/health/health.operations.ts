import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { version } from '../../../platform/version.ts'
import { instanceFigures, queueFigures } from '../figures/figures.queries.ts'
import * as contracts from './health.contract.ts'
import { jobRetried } from './health.events.ts'
import * as queries from './health.queries.ts'

const day = 86_400_000

export const getInstanceHealth = implement(contracts.getInstanceHealth, async (ctx) => {
  const { embeddings, mail, push, config } = ctx.services
  const names = (await ctx.tx.rows(queries.queueNames, {})).map(({ name }) => name)
  const failed = new Map((await ctx.tx.rows(queries.failedByQueue, {})).map((row) => [row.name, row.failed]))
  const queues = (await ctx.tx.rows(queueFigures, { queues: names })).map(({ name, ready, oldest }) => ({
    name,
    ready,
    oldest_seconds: oldest,
    failed: failed.get(name) ?? 0,
  }))
  const figures = await ctx.tx.rows(instanceFigures, {})
  const figure = (name: string, label = '') => figures.find((one) => one.name === name && one.label === label)?.value ?? 0
  const sum = (name: string) => figures.filter((one) => one.name === name).reduce((total, { value }) => total + value, 0)
  const readers = ['notifications', 'webhooks'].map((name) => ({
    name,
    behind: figure('readers_behind', name),
    lag_seconds: figure('reader_lag', name),
  }))
  const database = await ctx.tx.one(queries.database, {})
  const mailed = await ctx.tx.one(queries.mailState, { since: new Date(ctx.clock.now().getTime() - day) })
  const { bytes } = await ctx.tx.one(queries.attachmentBytes, {})
  const health = {
    versions: { baton: version, node: process.version, postgres: database.version },
    database: { bytes: database.bytes, connections: database.connections },
    queues,
    readers,
    webhooks: { due: figure('webhooks_due'), overdue_seconds: figure('webhooks_overdue') },
    embeddings: {
      state: embeddings.state,
      why: embeddings.why ?? null,
      model: embeddings.model?.name ?? null,
      waiting: sum('unembedded'),
      set_aside: sum('set_aside'),
    },
    mail: { on: mail.on, ...mailed },
    storage: { kind: config.FILES_URL?.startsWith('s3:') ? ('bucket' as const) : ('folder' as const), attachment_bytes: bytes },
    push: Boolean(push.publicKey),
    assistant: config.ASSISTANT_URL !== undefined,
  }
  return { concerns: concernsOf(health), ...health }
})

interface Looked {
  queues: { name: string; ready: number; oldest_seconds: number; failed: number }[]
  readers: { name: string; behind: number; lag_seconds: number }[]
  webhooks: { due: number; overdue_seconds: number }
  embeddings: { state: string; set_aside: number }
  mail: { on: boolean; waiting: number }
}

const late = 300

function concernsOf({ queues, readers, webhooks, embeddings, mail }: Looked): { part: string; message: string }[] {
  const old = queues.filter(({ oldest_seconds }) => oldest_seconds > late)
  const failed = queues.reduce((total, queue) => total + queue.failed, 0)
  const slow = readers.filter(({ lag_seconds }) => lag_seconds > late)
  const said = (part: string, is: boolean, message: string) => (is ? [{ part, message }] : [])
  return [
    ...said('queues', old.length > 0, 'Jobs wait for more than five minutes. Is a worker running?'),
    ...said(
      'jobs',
      failed > 0,
      `${failed === 1 ? 'One job' : `${failed} jobs`} failed for good in the last day. Retry once the cause is fixed.`,
    ),
    ...said('readers', slow.length > 0, 'Notifications or webhooks are more than five minutes behind the log. Is a worker running?'),
    ...said('webhooks', webhooks.overdue_seconds > late, 'Webhooks wait to be sent for more than five minutes.'),
    ...said('embeddings', embeddings.state === 'failed', 'Search goes by text alone: the embedding model does not answer.'),
    ...said(
      'embeddings',
      embeddings.set_aside > 0,
      `${embeddings.set_aside} texts could not be embedded and are found by their words alone.`,
    ),
    ...said('mail', !mail.on, 'Mail is off: nobody gets codes, links or invitations. Set it up under Settings, Mail.'),
    ...said('mail', mail.on && mail.waiting > 20, `${mail.waiting} mails have not been sent. Does the mail server take them?`),
  ]
}

export const listFailedJobs = implement(contracts.listFailedJobs, async (ctx) => ({ jobs: await ctx.tx.rows(queries.failedJobs, {}) }))

export const retryJob = implement(contracts.retryJob, async (ctx, { id }) => {
  const job = await ctx.tx.row(queries.retry, { id })
  if (!job) throw notFound('failed job', id, 'List them with {listFailedJobs}.')
  ctx.emit(jobRetried, { job })
  ctx.target(id)
  return job
})
