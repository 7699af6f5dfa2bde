import { version } from '../../platform/version.ts'

export const about = { name: 'baton', title: 'Baton', version }
