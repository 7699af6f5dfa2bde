import type { StoredSetting } from '../../../platform/instance-settings.ts'
import type { Database } from '../../../platform/postgres.ts'
import { storedSettings } from './settings.queries.ts'

/** Read with the role that every process has; sealed values stay sealed until the process opens them with its own key. */
export const readSettings = (database: Database): Promise<StoredSetting[]> => database.poll('organization', storedSettings, {})
