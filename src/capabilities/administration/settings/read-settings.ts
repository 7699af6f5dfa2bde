import type { StoredSetting } from '../../../platform/instance-settings.ts'
import type { Database } from '../../../platform/postgres.ts'
import { storedSettings } from './settings.queries.ts'

/** As the role that every process has; what is sealed stays so until the process opens it with its own key. */
export const readSettings = (database: Database): Promise<StoredSetting[]> => database.poll('organization', storedSettings, {})
