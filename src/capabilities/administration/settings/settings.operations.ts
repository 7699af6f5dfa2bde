import { toJSONSchema, type z } from 'zod'
import { type Context, type OutsideContext, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { invalidInput } from '../../../kernel/invalid-input.ts'
import { implement } from '../../../kernel/operation.ts'
import { sealPlace, settingKeys, settingKinds, type SettingKey } from '../../../platform/instance-settings.ts'
import { mailThrough } from '../../../platform/mail.ts'
import { countAttempt, requireAttempts } from '../../identity/login/attempts.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { missingPlans } from '../../organizations/plans/seed-plans.ts'
import { missingCategories } from '../../publishing/site/seed-categories.ts'
import * as contracts from './settings.contract.ts'
import { settingsSeeded, settingUpdated } from './settings.events.ts'
import * as queries from './settings.queries.ts'

type Value = Record<string, unknown>
type Shown = z.input<typeof contracts.getSetting.output>

const isSecret = (key: SettingKey, field: string): boolean => (settingKinds[key].secret as readonly string[]).includes(field)
/** Sealed fields show only whether they are set. */
const masked = (key: SettingKey, value: Value): Value =>
  Object.fromEntries(Object.entries(value).map(([field, one]) => [field, isSecret(key, field) ? { is_set: one !== null } : one]))

function show({ services }: Pick<Context, 'services'>, key: SettingKey, row: queries.SettingRow | undefined, own?: Value): Shown {
  const { describes, schema, secret, variables } = settingKinds[key]
  const fixed = services.settings.fixed(key)
  const inForce: Value = services.settings.get(key)
  // What this call has saved takes effect after the commit; fields set by the environment keep their value.
  const value = own ? { ...own, ...Object.fromEntries(fixed.map((field) => [field, inForce[field]])) } : inForce
  return {
    key,
    describes,
    value: masked(key, value),
    fixed: fixed.map((field) => ({ field, variable: (variables as Record<string, string>)[field] ?? '' })),
    secret: [...secret],
    schema: toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Value,
    updated_by: row?.updated_by ?? null,
    updated_at: row?.updated_at ?? null,
    version: row?.version ?? 1,
  }
}

export const listSettings = implement(contracts.listSettings, async (ctx) => {
  const rows = await Promise.all(settingKeys.map((key) => ctx.tx.row(queries.settingRow, { key })))
  return { settings: settingKeys.map((key, at) => show(ctx, key, rows[at])) }
})

export const getSetting = implement(contracts.getSetting, async (ctx, { key }) =>
  show(ctx, key, await ctx.tx.row(queries.settingRow, { key })),
)

export const updateSetting = implement(contracts.updateSetting, {
  prepare: async (ctx, { key, value }) => {
    if (key !== 'mail') return
    requireFree(ctx, key, value)
    const next = merged(ctx, key, value)
    if (typeof next['url'] === 'string') await requireWorkingMail(ctx, next as { url: string; from: string | null })
  },
  async handle(ctx, { key, value, version }) {
    requireFree(ctx, key, value)
    const row = await ctx.tx.row(queries.lockSetting, { key })
    if (version !== undefined && version !== (row?.version ?? 1)) {
      throw new Refusal('stale_version', 'Someone changed this setting in the meantime. Read it again and retry.')
    }
    const before: Value = ctx.services.settings.get(key)
    const after = merged(ctx, key, value)
    const secrets = Object.fromEntries(Object.entries(after).filter(([field]) => isSecret(key, field)))
    const open = Object.fromEntries(Object.entries(after).filter(([field]) => !isSecret(key, field)))
    const sealed = Object.keys(secrets).length > 0 ? ctx.services.secretBox.seal(JSON.stringify(secrets), sealPlace(key)) : null
    await ctx.tx.rows(queries.saveSetting, { key, value: JSON.stringify(open), sealed, by: userOf(ctx), now: ctx.clock.now() })
    ctx.emit(settingUpdated, { key, before: masked(key, before), after: masked(key, after) })
    return show(ctx, key, await ctx.tx.row(queries.settingRow, { key }), after)
  },
  after: ({ services }) => services.settings.changed(),
})

function requireFree({ services }: Pick<Context, 'services'>, key: SettingKey, value: Value): void {
  const fixed = services.settings.fixed(key).filter((field) => field in value)
  if (fixed.length === 0) return
  const names = fixed.map((field) => (settingKinds[key].variables as Record<string, string>)[field])
  throw new Refusal('conflict', `The environment sets ${names.join(' and ')}, and that wins. Unset it there to change it here.`, { fixed })
}

/** Overlays the given fields on the current values and validates the whole with the schema. */
function merged({ services }: Pick<Context, 'services'>, key: SettingKey, value: Value): Value {
  const schema: z.ZodType = settingKinds[key].schema
  const parsed = schema.safeParse({ ...services.settings.get(key), ...value })
  if (!parsed.success) throw invalidInput(schema, parsed.error.issues)
  return parsed.data as Value
}

const testMail = (app: string) =>
  renderMail({
    subject: 'Baton: a test message',
    paragraphs: ['Email is working: this is a test message.'],
    link: { label: 'Open Baton', url: app },
    notes: ['Sent by an administrator from the instance settings.'],
  })

async function requireWorkingMail(ctx: OutsideContext, { url, from }: { url: string; from: string | null }): Promise<void> {
  const { APP_URL } = ctx.services.config
  const { email } = await ctx.transaction('read', ({ tx }) => tx.one(queries.ownAddress, { user: userOf(ctx) }))
  const failed = await mailThrough(url, from, APP_URL)
    .send({ to: email, ...testMail(APP_URL) })
    .then(
      () => null,
      (error: Error) => error.message,
    )
  if (failed) throw new Refusal('conflict', `Nothing was saved: ${failed}. Check host, port, user and password.`, { reason: 'mail_failed' })
}

async function seed(ctx: Context): Promise<z.input<typeof contracts.loadDefaults.output>> {
  const settings: string[] = []
  for (const key of settingKeys) {
    const value: Value = settingKinds[key].schema.parse({})
    const open = Object.fromEntries(Object.entries(value).filter(([field]) => !isSecret(key, field)))
    if (await ctx.tx.row(queries.seedSetting, { key, value: JSON.stringify(open), now: ctx.clock.now() })) settings.push(key)
  }
  const seeded = { settings, plans: await missingPlans(ctx), categories: await missingCategories(ctx) }
  if (Object.values(seeded).flat().length > 0) ctx.emit(settingsSeeded, seeded)
  return seeded
}

export const seedSettings = implement(contracts.seedSettings, seed)
export const loadDefaults = implement(contracts.loadDefaults, seed)

export const sendTestEmail = implement(contracts.sendTestEmail, {
  async prepare(ctx, { to }) {
    const own = await ctx.transaction('write', async (inside) => {
      await requireAttempts(inside, 'test_email', userOf(ctx))
      await countAttempt(inside, 'test_email', userOf(ctx))
      return inside.tx.one(queries.ownAddress, { user: userOf(ctx) })
    })
    const address = to ?? own.email
    if (!ctx.services.mail.on) return { sent: false, to: address, error: 'Mail is off. Set it up under Settings, Mail, or set MAIL_URL.' }
    const error = await ctx.services.mail.send({ to: address, ...testMail(ctx.services.config.APP_URL) }).then(
      () => null,
      (failed: Error) => failed.message,
    )
    return { sent: error === null, to: address, error }
  },
  handle: async (_, __, outcome) => outcome,
})
