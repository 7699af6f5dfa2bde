import type { Config } from '../../../platform/config.ts'

type Value = string | number | boolean

/** The settings that everybody may read, each with what holds until an administrator says otherwise. Nothing else is answered, whatever its name. */
export const publicSettings = {
  site_name: () => 'Baton',
  site_description: () => 'One place where people and AI agents run software projects together',
  site_language: () => 'en',
  registration: (config) => config.REGISTRATION,
} satisfies Record<string, (config: Config) => Value>

export type PublicSetting = keyof typeof publicSettings

export const isPublicSetting = (key: string): key is PublicSetting => Object.hasOwn(publicSettings, key)
