import { z } from 'zod'
import type { Config } from './config.ts'
import type { SecretBox } from './secret-box.ts'

interface Kind<Shape extends z.ZodRawShape> {
  schema: z.ZodObject<Shape, z.core.$strict>
  /** Which environment variable sets which field. */
  variables: { [Field in keyof Shape]?: keyof Config }
  /** Fields that are stored encrypted and never shown. */
  secret: readonly (keyof Shape)[]
  /** Fields that everybody may read, logged in or not. */
  open: readonly (keyof Shape)[]
  describes: string
}

const kind = <Shape extends z.ZodRawShape>(one: Kind<Shape>): Kind<Shape> => one

/** Every instance setting by its key: its fields and their defaults. */
export const settingKinds = {
  general: kind({
    describes: 'What this instance is called and says of itself, and whom its users ask for help',
    schema: z.strictObject({
      name: z.string().trim().min(1).max(60).default('Baton'),
      description: z.string().trim().max(300).default('One place where people and AI agents run software projects together'),
      language: z
        .string()
        .max(35)
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR')
        .default('en'),
      support_email: z.email().max(254).nullable().default(null),
    }),
    variables: {},
    secret: [],
    open: ['name', 'description', 'language', 'support_email'],
  }),
  registration: kind({
    describes: 'Who may make an account',
    schema: z.strictObject({ mode: z.enum(['open', 'invite', 'closed']).default('open') }),
    variables: { mode: 'REGISTRATION' },
    secret: [],
    open: ['mode'],
  }),
  mail: kind({
    describes: 'The mail server; a test message is sent before it is saved',
    schema: z.strictObject({
      url: z
        .string()
        .max(500)
        .regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@host:587')
        .nullable()
        .default(null),
      from: z
        .string()
        .max(200)
        .regex(/^[^\r\n]+$/, 'must be one line')
        .nullable()
        .default(null),
    }),
    variables: { url: 'MAIL_URL', from: 'MAIL_FROM' },
    secret: ['url'],
    open: [],
  }),
  banner: kind({
    describes: 'A line that everybody sees, such as a planned maintenance; empty for none',
    schema: z.strictObject({
      text: z.string().trim().max(300).default(''),
      tone: z.enum(['info', 'warning']).default('info'),
    }),
    variables: {},
    secret: [],
    open: ['text', 'tone'],
  }),
  impersonation: kind({
    describes: 'Whether administrators may act as somebody else, and for how long at most',
    schema: z.strictObject({ allowed: z.boolean().default(true), minutes: z.int().min(1).max(30).default(30) }),
    variables: {},
    secret: [],
    open: [],
  }),
} as const

type Kinds = typeof settingKinds
export type SettingKey = keyof Kinds
type SettingValue<Key extends SettingKey = SettingKey> = z.output<Kinds[Key]['schema']>
export const settingKeys = Object.keys(settingKinds) as [SettingKey, ...SettingKey[]]
/** Settings with at least one field that everybody may read. */
export const openKeys = settingKeys.filter((key) => settingKinds[key].open.length > 0)

export interface StoredSetting {
  key: string
  value: Record<string, unknown>
  sealed: Buffer | null
}

export interface InstanceSettings {
  /** The effective value: from the environment if set there, else what was saved, else the default. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key>
  /** The fields that everybody may read, logged in or not; null if there is no such setting or none of its fields is open. */
  open(key: string): Record<string, unknown> | null
  /** Fields set by the environment, which nobody can change here. */
  fixed(key: SettingKey): string[]
  /** Call after a change: reloads here at once, and every other process reloads as soon as it is notified. */
  changed(): Promise<void>
  close(): void
}

interface Deps {
  config: Config
  box: SecretBox
  read(): Promise<StoredSetting[]>
  /** Notifies the other processes of a change. */
  announce(): void
  onError(error: unknown): void
}

export const sealPlace = (key: string): string => `instance_settings:${key}`

const readEvery = 30_000

export async function createInstanceSettings({
  config,
  box,
  read,
  announce,
  onError,
}: Deps): Promise<InstanceSettings & { reload(): void }> {
  const stored = new Map<string, Record<string, unknown>>()
  const load = async () => {
    for (const { key, value, sealed } of await read())
      stored.set(key, { ...value, ...(sealed && (JSON.parse(box.open(sealed, sealPlace(key))) as object)) })
  }
  const reload = () => void load().catch(onError)
  await load().catch(onError)
  const timer = setInterval(reload, readEvery).unref()
  const fixed = (key: SettingKey) =>
    Object.entries(settingKinds[key].variables).flatMap(([field, variable]) => (config.given.has(variable as string) ? [field] : []))
  const get: InstanceSettings['get'] = <Key extends SettingKey>(key: Key) => {
    const { schema, variables } = settingKinds[key] as unknown as Kind<z.ZodRawShape>
    const byEnvironment = fixed(key).map((field) => [field, config[variables[field] as keyof Config]])
    // If an older version stored a field in another form, only that field falls back to its default.
    const fits = ([field, value]: [string, unknown]) => (schema.shape[field] as z.ZodType | undefined)?.safeParse(value).success
    const own = Object.entries(stored.get(key) ?? {}).filter(fits)
    return { ...schema.parse({}), ...Object.fromEntries(own), ...Object.fromEntries(byEnvironment) } as SettingValue<Key>
  }
  return {
    get,
    open(key) {
      if (!openKeys.includes(key as SettingKey)) return null
      const value: Record<string, unknown> = get(key as SettingKey)
      return Object.fromEntries(settingKinds[key as SettingKey].open.map((field) => [field, value[field]]))
    },
    fixed,
    async changed() {
      await load()
      announce()
    },
    reload,
    close: () => clearInterval(timer),
  }
}
