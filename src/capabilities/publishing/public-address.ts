const places = {
  post: '/blog/',
  page: '/p/pages/',
  note: '/p/notes/',
  project: '/p/projects/',
  profile: '/u/',
  skill: '/api/skills/public/',
  agent: '/api/agents/public/',
  doc: '/docs/',
} as const

export type PublicKind = keyof typeof places

/** The public path of something. A project's slug consists of two names, each a segment of the path. */
export const publicPath = (kind: PublicKind, slug: string): string => `${places[kind]}${slug.split('/').map(encodeURIComponent).join('/')}`
