import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPlace } from '../../src/capabilities/repositories/connections/host-access.ts'
import { startAcme } from '../features/acme.ts'
import { playAll, speakersOf, workflows, type Case, type Ground } from './corpus.ts'
import { startGitHub } from './github-stand-in.ts'
import { Repository } from './repository.ts'

const read = (name: string): Case[] => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Case[]
const falseDone = read('false-done.json')
const honest = read('honest.json')

let ground: Ground
beforeAll(async () => {
  const github = await startGitHub()
  const acme = await startAcme(github.settings)
  const { ann, baton } = acme
  const seal = (org: string) => (connection: string) =>
    baton.node.assembly.kernel.services.secretBox.seal('a token', tokenPlace(org, connection))
  const placeOf = async (project: string) => {
    const [row] = await baton.look<{ id: string; org_id: string }>('select id, org_id from projects where slug = $1', [project])
    return row as { id: string; org_id: string }
  }
  const connect = async (project: string, hostId: number) => {
    const { id, org_id } = await placeOf(project)
    return Repository.connect(baton, org_id, id, ann.user.id, hostId, seal(org_id))
  }
  await ann.api.createProject({ name: 'Docs', slug: 'docs', key: 'DOC' })
  await ann.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  const eve = await (await baton.person('mallory')).createOrganization('evil')
  await eve.api.createProject({ name: 'Evil', slug: 'evil', key: 'EVI' })
  for (const [slug, gates] of Object.entries(workflows)) await ann.api.createWorkflow({ name: slug, slug, gates: [...gates] as never })
  const repository = await connect('web', 101)
  const { id: secret } = await placeOf('secret')
  await baton.look('insert into repository_projects (org_id, repository_id, project_id) values ($1, $2, $3)', [
    repository.org,
    repository.id,
    secret,
  ])
  ground = {
    acme,
    org: repository.org,
    github,
    repository,
    elsewhere: await connect('docs', 102),
    foreign: await connect('evil', 103),
    speakers: await speakersOf(acme),
    project: 'web',
  }
})
afterAll(async () => {
  await ground.acme.close()
  await ground.github.close()
})

test(
  `none of ${falseDone.length} claims that something is done without CI having shown it passes a gate that asks for CI`,
  { timeout: 240_000 },
  async () => {
    expect(falseDone.length).toBeGreaterThanOrEqual(200)
    expect(await playAll(ground, falseDone, { past: true })).toEqual([])
  },
)

test(`all of ${honest.length} honest ones do`, async () => {
  expect(honest.length).toBeGreaterThanOrEqual(50)
  expect(await playAll(ground, honest, { past: false })).toEqual([])
})
