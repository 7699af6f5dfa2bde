import { randomBytes } from 'node:crypto'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'
import { evidenceGate, withKey, withToken, type Acme } from '../features/acme.ts'
import { Repository, ciFile, type CheckRun } from './repository.ts'
import type { GitHubStandIn } from './github-stand-in.ts'

type Commit = 'head' | 'parent' | 'other' | 'main' | 'merge' | 'unknown' | 'next'

/** One case of false-done.json or honest.json. */
export interface Case {
  why: string
  /** A check run of the synced repository, the token of a CI job, both, or a caller's claim. */
  by: 'check' | 'job' | 'both' | 'said'
  /** The gate requires this workflow file. */
  pinned?: boolean
  check?: Partial<Omit<CheckRun, 'completed_at'>> & { completed_at?: null }
  then?: Partial<Omit<CheckRun, 'completed_at'>>
  token?: Record<string, unknown>
  signature?: string
  pull?: boolean
  body?: Record<string, unknown>
  commit?: Commit
  organization?: 'handle' | 'id'
  named?: 'ref'
  times?: number
  who?: string
  at?: 'evidence' | 'checks' | 'advance'
  world?: string[]
}

/** Everyone who may claim it, with every credential they have. */
export interface Speakers {
  people: Record<string, Person>
  mcpToken: string
}

export interface Ground {
  acme: Acme
  org: string
  github: GitHubStandIn
  repository: Repository
  elsewhere: Repository
  foreign: Repository
  speakers: Speakers
  project: string
}

const newSha = (): string => randomBytes(20).toString('hex')
const gate = evidenceGate('ci', 'tests', 'ci')
export const workflows = {
  plain: [gate],
  pinned: [{ ...gate, checks: [{ check: 'tests', rank: 'ci', workflow: ciFile }] }],
  deciding: [gate, { key: 'ship', name: 'Ship', kind: 'approval' }],
} as const

/** These change shared state, so such cases run alone. */
const alone = new Set(['host_away', 'connection_ended', 'repository_gone', 'merged_and_moved'])
const atOnce = 6

/** Plays all cases and returns those whose feature did, or did not, pass the gate, as `wanted` says. */
export async function playAll(ground: Ground, cases: readonly Case[], wanted: { past: boolean }): Promise<string[]> {
  const found: string[] = []
  const one = async (entry: [number, Case]) => {
    const past = await play(ground, entry[1], entry[0])
    if (past === wanted.past) found.push(`${entry[1].by}: ${entry[1].why}`)
  }
  const all = [...cases.entries()].map(([at, entry]): [number, Case] => [wanted.past ? at : 2000 + at, entry])
  const solo = all.filter(([, { world = [] }]) => world.some((what) => alone.has(what)))
  const rest = all.filter((entry) => !solo.includes(entry))
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = rest.pop(); next; next = rest.pop()) await one(next)
    }),
  )
  for (const entry of solo) await one(entry)
  return found
}

/** Plays a case and returns whether its feature has passed the gate that requires CI. */
async function play(ground: Ground, one: Case, at: number): Promise<boolean> {
  const play = new Play(ground, one, at)
  await play.run()
  return play.isPast()
}

class Play {
  readonly #ground: Ground
  readonly #case: Case
  readonly #shas: Record<Commit, string>
  readonly #branch: string
  readonly #number: number
  #feature = { id: '', ref: '' }

  constructor(ground: Ground, one: Case, at: number) {
    this.#ground = ground
    this.#case = one
    this.#branch = `work-${at}`
    this.#number = 1000 + at
    this.#shas = { head: newSha(), parent: newSha(), other: newSha(), main: newSha(), merge: newSha(), unknown: newSha(), next: newSha() }
  }

  #has(what: string): boolean {
    return this.#case.world?.includes(what) ?? false
  }

  get #ann(): Person {
    return this.#ground.acme.ann
  }

  async run(): Promise<void> {
    const { by } = this.#case
    await this.#prepare()
    if (by === 'check' || by === 'both') await this.#byCheck()
    if (by === 'job' || by === 'both') await this.#byJob()
    if (by === 'said') await this.#bySaying()
  }

  async isPast(): Promise<boolean> {
    const answer = await this.#ann.call('POST', `/api/features/${this.#feature.id}/advance`, {})
    return answer.status === 200
  }

  /** A branch with a head, a second branch, and a feature at that head. */
  async #prepare(): Promise<void> {
    const { repository, project } = this.#ground
    const { head, other } = this.#shas
    await repository.branch(this.#branch, head)
    await repository.branch(`other-${this.#branch}`, other)
    const workflow = this.#case.pinned ? 'pinned' : this.#has('sent_back') ? 'deciding' : 'plain'
    const where = this.#has('private') ? 'secret' : project
    this.#feature = await this.#ann.api.createFeature({ project: where, title: this.#case.why, workflow })
    if (!this.#has('result_first')) await this.#report(head)
  }

  #report(commit: string): Promise<unknown> {
    return this.#ann.api.reportCommit({ feature: this.#feature.id, commit })
  }

  async #checkRun(repository: Repository, run: Case['check']): Promise<void> {
    const { sha = 'head', ...rest } = run ?? {}
    await repository.check({ ...rest, sha: this.#shas[sha as Commit] })
  }

  async #byCheck(): Promise<void> {
    const { head, next, parent } = this.#shas
    const { check, then } = this.#case
    const ground = this.#ground
    const { repository } = ground
    const place = this.#has('other_project') ? ground.elsewhere : this.#has('other_organization') ? ground.foreign : repository
    if (place !== repository) await place.branch(this.#branch, head)
    if (this.#has('head_gone')) await repository.dropBranch(this.#branch)
    if (this.#has('pull') || this.#has('two_bases')) await repository.pull(this.#number, head, this.#branch)
    if (this.#has('other_base') || this.#has('two_bases')) await repository.pull(this.#number + 5000, head, this.#branch, 'evil')
    if (this.#has('branch_deleted')) await repository.dropBranch(this.#branch)
    if (this.#has('pushed_before_result')) await repository.push(this.#branch, head, next)
    if (this.#has('doubted')) await this.#doubt()
    if (this.#has('crowd')) for (let at = 0; at < 60; at++) await repository.check({ sha: head, name: `shard ${at}` })
    await this.#checkRun(place, check)
    await place.read(...Object.values(this.#shas))
    if (this.#has('result_first')) await this.#report(head)
    if (this.#has('then')) {
      await this.#checkRun(repository, then)
      await repository.read(head)
    }
    if (this.#has('red_after')) {
      await this.#checkRun(repository, { conclusion: 'failure', ...then })
      await repository.read(head)
    }
    if (this.#has('sent_back')) await this.#sendBack()
    if (this.#has('respecified')) await this.#respecify()
    if (this.#has('merged_and_moved')) {
      await repository.branch('main', head)
      await repository.push('main', head, next)
    }
    if (this.#has('two_branches')) await repository.branch(`${this.#branch}-too`, head)
    if (this.#has('pushed_after')) await repository.push(this.#branch, head, next)
    if (this.#has('pushed_again')) await repository.push(this.#branch, next, newSha())
    if (this.#has('rewound')) await repository.push(this.#branch, head, parent)
    if (this.#has('pushed_and_green')) {
      await repository.push(this.#branch, head, next)
      await repository.check({ sha: next })
      await repository.read(next)
    }
    if (this.#has('old_reported')) {
      await this.#report(head)
      await this.#checkRun(repository, check)
      await repository.read(head)
    }
  }

  /** A weaker claim that the check failed, which CI overrules. */
  async #doubt(): Promise<void> {
    const key = this.#ground.speakers.people['full_key'] as Person
    const said = { check: 'tests', outcome: 'fail', note: 'It fails for me', commit: this.#shas.head }
    await key.do('POST', `/api/features/${this.#feature.id}/evidence`, said)
  }

  async #sendBack(): Promise<void> {
    await this.#ann.api.advanceFeature({ feature: this.#feature.id })
    await this.#ground.acme.bob.api.sendBackFeature({ feature: this.#feature.id, to: 'ci', words: 'Look again' })
    await this.#ground.repository.read(this.#shas.head)
  }

  async #respecify(): Promise<void> {
    const { ref } = await this.#ann.api.createSpec({ project: this.#ground.project, title: `Spec ${this.#branch}`, body: 'It is blue.' })
    await this.#ann.api.updateFeature({ feature: this.#feature.id, spec: ref })
    await this.#ground.repository.read(this.#shas.head)
  }

  /** Sets up what the code host knows, and brings the token it issued to the job. */
  async #byJob(): Promise<void> {
    const { github, repository } = this.#ground
    const { head, merge, main, next } = this.#shas
    const { pull } = this.#case
    const [pullHead, files] = [this.#has('pull_moved') ? next : head, [ciFile, '.github/workflows/docs.yml', '.github/workflows/all.yml']]
    github.branches.set(this.#branch, this.#has('branch_moved') ? next : head)
    github.branches.set(`other-${this.#branch}`, this.#shas.other)
    github.pulls.set(this.#number, pullHead)
    github.pulls.set(this.#number + 5000, this.#shas.other)
    github.parents.set(merge, [main, head])
    github.parents.set(head, [this.#shas.parent])
    for (const path of files) {
      const edited =
        (path === ciFile && (this.#has('workflow_edited') || this.#has('base_edits_workflow'))) ||
        (path.endsWith('all.yml') && this.#has('caller_edited'))
      github.blobs.set(`main:${path}`, `blob of ${path}`)
      for (const sha of [head, merge]) github.blobs.set(`${sha}:${path}`, edited ? 'edited' : `blob of ${path}`)
    }
    if (this.#has('base_edits_workflow')) github.blobs.set(`${head}:${ciFile}`, `blob of ${ciFile}`)
    github.blobs.set(`${head}:.github/workflows/mine.yml`, 'mine')
    if (this.#has('feature_moved')) await this.#report(next)
    if (this.#has('connection_ended')) await repository.endConnection()
    if (this.#has('repository_gone')) await repository.rename(999_999)
    github.away = this.#has('host_away')
    const claims = this.#claims(pull ?? false)
    const token = github.token(claims, this.#case.signature)
    if (this.#has('replayed')) await this.#bring(token, (await this.#another()).id)
    if (this.#has('replayed_after_failure')) await this.#bring(token, this.#feature.id, { outcome: 'fail' })
    if (this.#has('replayed_after_refusal')) await this.#bring(token, this.#feature.id, { check: 'NOT A NAME' })
    if (this.#has('red_job_first')) await this.#bring(github.token(claims), this.#feature.id, { outcome: 'fail' })
    if (this.#has('second_token')) await this.#bring(github.token(claims), (await this.#another()).id)
    const named = this.#case.named === 'ref' ? this.#feature.ref : this.#feature.id
    for (let time = 0; time < (this.#case.times ?? 1); time++) await this.#bring(token, named, this.#case.body)
    github.away = false
    if (this.#has('connection_ended')) await repository.endConnection(false)
    if (this.#has('repository_gone')) await repository.rename(repository.hostId)
  }

  #another() {
    return this.#ann.api.createFeature({ project: this.#ground.project, title: 'Another', workflow: 'plain' })
  }

  #claims(pull: boolean): Record<string, unknown> {
    const { acme, repository, elsewhere, foreign, github } = this.#ground
    const file = `acme/web/${ciFile}@refs/heads/${this.#branch}`
    const app = acme.baton.config.APP_URL
    const honest = {
      aud: app,
      repository: 'acme/web',
      repository_id: String(repository.hostId),
      run_id: '1',
      event_name: pull ? 'pull_request' : 'push',
      sha: pull ? 'merge' : 'head',
      ref: pull ? `refs/pull/${this.#number}/merge` : `refs/heads/${this.#branch}`,
      job_workflow_ref: file,
      workflow_ref: file,
    }
    const words: Record<string, string> = {
      '$app/api': `${app}/api`,
      $app0: `${app}0`,
      '$issuer/': `${github.issuer}/`,
      '$issuer/other': `${github.issuer}/other`,
      $other: String(elsewhere.hostId),
      $foreign: String(foreign.hostId),
      'refs/heads/other': `refs/heads/other-${this.#branch}`,
      'refs/pull/7/head': `refs/pull/${this.#number}/head`,
      'refs/pull/8/merge': `refs/pull/${this.#number + 5000}/merge`,
    }
    const all = Object.entries({ ...honest, ...this.#case.token }).map(([name, value]) => {
      if (name === 'sha') return [name, this.#shas[value as Commit] ?? value]
      return [
        name,
        words[String(value)] ?? (typeof value === 'string' ? value.replace(/refs\/heads\/work$/, `refs/heads/${this.#branch}`) : value),
      ]
    })
    return Object.fromEntries(all)
  }

  async #bring(token: string, feature: string, body: Record<string, unknown> = {}): Promise<void> {
    const { acme, org } = this.#ground
    const { commit, organization } = this.#case
    const said = { check: 'tests', outcome: 'pass', note: '214 passed', ...(commit && { commit: this.#shas[commit] }), ...body }
    if (said.note === null) delete (said as { note?: unknown }).note
    const named = organization && { 'baton-organization': organization === 'id' ? org : 'acme' }
    await fetch(`${acme.baton.url}/api/features/${feature}/checks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...named },
      body: JSON.stringify(said),
    })
  }

  async #bySaying(): Promise<void> {
    const { speakers, acme } = this.#ground
    const { who = '', at = 'evidence' } = this.#case
    const said = { check: 'tests', outcome: 'pass', note: 'Green', log: '214 passed', url: 'https://ci.example.com/1', exit_code: 0 }
    const path = `/api/features/${this.#feature.id}/${at}`
    const body = at === 'advance' ? { commit: this.#shas.head, evidence: [said] } : { commit: this.#shas.head, ...said }
    if (who === 'agent' && at === 'advance')
      await callTool(acme.baton.url, speakers.mcpToken, 'advance_feature', { feature: this.#feature.id, ...body })
    else if (who === 'agent') await withToken(this.#ann, speakers.mcpToken).call('POST', path, body)
    else if (who === 'nobody')
      await fetch(acme.baton.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    else await (speakers.people[who] as Person).call('POST', path, body)
  }
}

/** Everyone who might claim that a check has passed. */
export async function speakersOf({ ann, bob, baton }: Acme): Promise<Speakers> {
  const viewer = (await baton.person('eve')).in('acme')
  await ann.api.addMember({ user: 'eve', role: 'viewer' })
  const { device_code, user_code } = await ann.api.requestDevice()
  await ann.api.approveDevice({ user_code })
  const device = withToken(ann, (await ann.api.pollDevice({ device_code })).token)
  const login = await ann.api.login({ email: ann.user.email, password: ann.password })
  if (!('token' in login)) throw new Error('asked for a second factor')
  await baton.look("update auth.sessions set authenticated_at = now() - interval '11 minutes' where id = $1", [login.session_id])
  const people = {
    member_ci_key: await withKey(bob, ['feature:write', 'ci:write']),
    admin_ci_key: await withKey(ann, ['feature:write', 'ci:write']),
    full_key: await withKey(ann, ['*']),
    scoped_key: await withKey(ann, ['feature:own', 'ci:own']),
    device,
    old_login: withToken(ann, login.token),
    person: bob,
    viewer,
  }
  return { people, mcpToken: (await ann.api.createMcpToken({ name: 'agent' })).token }
}
