import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startGitHub, type GitHubStandIn } from './github-stand-in.ts'
import type { HostRepository } from './host-repository.ts'

/** A Baton with a GitHub stand-in. */
export interface WithGitHub {
  baton: Baton
  github: GitHubStandIn
  close(): Promise<void>
}

export async function startWithGitHub(settings: Record<string, string> = {}): Promise<WithGitHub> {
  const github = await startGitHub()
  const baton = await startBaton({ ...github.settings, ...settings })
  github.deliveries.target = `${baton.url}/api/repos/github/webhook`
  return {
    baton,
    github,
    async close() {
      await github.deliveries.settled()
      await baton.close()
      await github.close()
    },
  }
}

let organizations = 0

/** A person with an organization, a project `web`, and access to these repositories granted through their own GitHub login. */
export async function ownerOf({ baton, github }: WithGitHub, ...repositories: HostRepository[]): Promise<Person> {
  const person = await baton.person()
  const ann = await person.createOrganization(`code-${++organizations}-${person.user.handle}`)
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  github.letSee('ada', ...repositories.map(({ name }) => name))
  const { url, state } = await ann.do('POST', '/api/repos/github/login', {})
  const { code } = await github.agree('ada', url)
  await ann.do('POST', '/api/repos/github/access', { code, state })
  return ann
}

/** Connects the repository and runs its first sync. */
export async function connect(ann: Person, { name }: HostRepository, more: object = {}): Promise<{ id: string }> {
  const { id } = await ann.do('POST', '/api/repos', { project: 'web', repo: name, ...more })
  await ann.do('POST', `/api/repos/${id}/sync`, {})
  return { id }
}
