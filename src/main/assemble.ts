import { PgBoss } from 'pg-boss'
import { requireActiveAgent } from '../capabilities/agents/agents/require-active-agent.ts'
import { reactions } from '../capabilities/reactions.ts'
import { readSettings } from '../capabilities/administration/settings/read-settings.ts'
import type { Kernel } from '../kernel/execute.ts'
import { HeavyWork } from '../kernel/heavy-work.ts'
import { createAccessTokens } from '../platform/access-tokens.ts'
import { createAssistant } from '../platform/assistant/assistant.ts'
import { createAuditAnchors } from '../platform/audit-anchors.ts'
import { boundTransactions } from '../platform/bulkhead.ts'
import { createCiJobTokens } from '../platform/ci-job-tokens.ts'
import type { Clock } from '../platform/clock.ts'
import { createCodeHost } from '../platform/code-host/github.ts'
import type { Config } from '../platform/config.ts'
import { askTime, followDatabaseClock, type DatabaseClock } from '../platform/database-clock.ts'
import { askNameServersSoon } from '../platform/find-addresses.ts'
import { createEmbeddings } from '../platform/embeddings/create-embeddings.ts'
import { createFiles, openFileStore, type FileStore } from '../platform/files.ts'
import { createJira } from '../platform/integrations/jira.ts'
import { createLinear } from '../platform/integrations/linear.ts'
import { createSlack } from '../platform/integrations/slack.ts'
import { createLog, type Logger } from '../platform/log.ts'
import { origin } from '../platform/origin.ts'
import { createOauthProviders } from '../platform/oauth-providers.ts'
import { createInstanceSettings } from '../platform/instance-settings.ts'
import { stampIdsBy } from '../platform/ids.ts'
import { createInstanceMail } from '../platform/mail.ts'
import { loginAs } from '../platform/database-login.ts'
import { connectDatabase } from '../platform/postgres.ts'
import { Presence } from '../platform/presence.ts'
import { createPush } from '../platform/push.ts'
import { connectRedis, type Hints } from '../platform/redis.ts'
import { createRefreshTokens } from '../platform/refresh-tokens.ts'
import { reportFaults } from '../platform/report-faults.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createSignedIds } from '../platform/signed-ids.ts'
import { connectionsLost } from '../platform/telemetry.ts'
import { clockSkew, filesBytes } from '../platform/vitals.ts'

/** What every process of Baton is made of. */
export interface Assembly {
  config: Config
  kernel: Kernel
  hints: Hints
  log: Logger
  /** How far this machine's clock is off; without it, time was passed in. */
  databaseClock: DatabaseClock | null
  close(): Promise<void>
}

/** Longer than the interval at which workers check all queues. */
const soon = 15_000
const patience = { retryLimit: 2000, retryDelay: 2, retryBackoff: false }

/** Without a clock, time is PostgreSQL's. */
export async function assemble(config: Config, given?: Clock): Promise<Assembly> {
  askNameServersSoon()
  const log = createLog(config.LOG_LEVEL)
  const stopReporting = reportFaults(log)
  const connected = connectDatabase(config, {
    strict: config.NODE_ENV !== 'production',
    onLost(role, error) {
      connectionsLost.inc({ role })
      log.warn({ role, code: (error as { code?: string }).code, reason: error.message }, 'a database connection was lost')
    },
  })
  const database = boundTransactions(connected, config.DATABASE_POOL)
  const hints = await connectRedis(config, (error, more) => log.warn({ err: error, more }, 'redis'))
  // Only for enqueueing through a transaction's own connection; it opens connections itself only to look up queues.
  const boss = new PgBoss({
    ...loginAs(config, 'baton_app'),
    schema: 'jobs',
    max: 1,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    // Queues change only with a migration, and one that is not cached is looked up.
    queueCacheIntervalSeconds: 3_600,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  const presence = new Presence(hints, (error) => log.warn({ err: error }, 'presence'))
  const embeddings = await createEmbeddings(config, log)
  const secretBox = createSecretBox(config.SECRET_KEY)
  const settings = await createInstanceSettings({
    config,
    box: secretBox,
    read: () => readSettings(database),
    announce: () => hints.publish('settings', ''),
    onError: (error) => log.warn({ err: error }, 'settings'),
  })
  await hints.subscribe('settings', () => settings.reload())
  const databaseClock = given
    ? null
    : await followDatabaseClock({
        ask: () => askTime(database),
        onKnown: stampIdsBy,
        onSkew(isOff, ahead) {
          const said = { ahead_seconds: Math.round(ahead * 10) / 10 }
          if (isOff) log.warn(said, "this machine's clock differs from PostgreSQL's: not ready until it is set, such as by NTP")
          else log.info(said, "this machine's clock agrees with PostgreSQL's again")
        },
      })
  const clock = given ?? (databaseClock as DatabaseClock)
  const forgetSkew = clockSkew.add(() => {
    const ahead = databaseClock?.ahead() ?? null
    return ahead === null ? [] : [[{}, ahead]]
  })
  const store = await openFileStore(config.FILES_URL)
  const forgetRoom = filesBytes.add(() => roomOf(store))
  const kernel: Kernel = {
    database,
    clock,
    services: {
      config,
      accessTokens: createAccessTokens(config.SECRET_KEY, config.AUTH_BACKEND_URL ?? config.APP_URL),
      ciJobTokens: createCiJobTokens(config),
      refreshTokens: createRefreshTokens(config.SECRET_KEY),
      deviceTokens: createSignedIds(config.SECRET_KEY, 'baton device tokens'),
      syncCursors: createSignedIds(config.SECRET_KEY, 'baton sync cursors'),
      files: createFiles(store, 'webp'),
      attachments: createFiles(store, 'bin'),
      secretBox,
      settings,
      auditAnchors: createAuditAnchors(config.SECRET_KEY),
      mail: createInstanceMail(() => settings.get('mail'), config.APP_URL, log),
      push: createPush(config),
      presence,
      oauth: createOauthProviders(config),
      codeHost: createCodeHost(config),
      slack: createSlack(config),
      trackers: { linear: createLinear(config), jira: createJira(config) },
      embeddings,
      assistant: createAssistant(config),
    },
    // A job carries the origin of its request, so that a failed job leads back to it.
    jobs: {
      async enqueue(tx, operation, data, { startAfter, patient } = {}) {
        const traced = { ...data, ...(origin() && { origin: origin() }) }
        const db = {
          async executeSql(text: string, [job]: unknown[] = []) {
            tx.insertJob(text, job, operation)
            return { rows: [] }
          },
        }
        await boss.send(operation, traced, { ...(startAfter && { startAfter }), ...(patient && patience), db })
        // Workers find later jobs on their own; they are notified of those that are due before their next look.
        if (!startAfter) tx.afterCommit(() => hints.publish('jobs', operation))
        else if (startAfter.getTime() < clock.now().getTime() + soon) tx.afterCommit(() => hints.publish('jobs', ''))
      },
    },
    heavyWork: new HeavyWork(config),
    reactions,
    requireActiveAgent,
    hint: (org, change, calls) =>
      hints.publish(`${change ? 'changes' : 'news'}:${org}`, calls ? `${change} ${JSON.stringify(calls)}` : (change ?? '')),
    checkOutput: config.NODE_ENV !== 'production',
    report: (error, operation) => log.error({ err: error, operation }, 'operation failed'),
  }
  const close = async () => {
    forgetRoom()
    settings.close()
    databaseClock?.close()
    forgetSkew()
    await boss.stop({ graceful: false })
    await presence.close()
    await Promise.all([database.close(), hints.close(), embeddings.close()])
    stopReporting()
  }
  return { config, kernel, hints, log, databaseClock, close }
}

/** Without a value if the disk doesn't answer: a network drive that hangs must not hold up a scrape. */
async function roomOf(store: FileStore): Promise<[{ state: string }, number][]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 1_000, undefined).unref())
  const room = await Promise.race([store.room?.().catch(() => undefined), late])
  return room
    ? [
        [{ state: 'free' }, room.free],
        [{ state: 'total' }, room.total],
      ]
    : []
}
