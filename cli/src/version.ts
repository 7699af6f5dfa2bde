import manifest from '../package.json' with { type: 'json' }

/** The same for the whole repository: this program, the server and the client. */
export const version: string = manifest.version
export const oldestNode = 24
