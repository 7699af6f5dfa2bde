import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { writeZip } from '../../src/platform/zip/write-zip.ts'
import { randomWord } from './look-alike.ts'
import type { Scene } from './scene.ts'

/** What others have published, installed and written. */
export function marketValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  let publisher: Promise<string> | undefined
  /** The one that was published or changed most recently. */
  let last = ''
  let outdated: Promise<{ id: string; source: string }> | undefined
  const byPublisher = async (operation: string, input: object) => {
    const { world } = scene()
    publisher ??= world
      .run('createOrganization', world.colleague, { name: 'Publisher', handle: `publisher${randomWord(9)}` })
      .then(({ id }: { id: string }) => id)
    return world.run(operation, world.colleague.in(await publisher), input)
  }
  const publish = async (): Promise<{ slug: string; id: string }> => {
    const { world } = scene()
    await world.renew(world.colleague)
    const slug = `listed${randomWord(9)}`
    last = slug
    return byPublisher('createSkill', { slug, name: slug, description: 'Tidies up', body: 'Tidy up.', visibility: 'public' })
  }
  const hashOf = async (slug: string) => (await scene().world.run('getListing', scene().person, { slug })).hash as string
  const publishedPost = async () => {
    const { world } = scene()
    const { id } = await world.run('createCommunityPost', world.colleague, { title: 'A question', body: 'How?' })
    await world.look("update community_posts set status = 'published' where id = $1", [id])
    return id as string
  }
  const sponsoredBy = () => {
    const { world, canary } = scene()
    const input = { name: `${canary}open`, url: 'https://acme.example', tier: 'gold', starts_on: '2026-01-01' }
    return world.run('createSponsor', world.administrator, input)
  }
  return {
    nothing: async () => undefined,
    publisher: async () => {
      const { world, person, organization } = scene()
      for (const _ of [1, 2]) {
        const slug = `own${randomWord(9)}`
        await world.run('createSkill', person, { slug, name: slug, description: 'Of our own', body: 'Do it.', visibility: 'public' })
      }
      return organization.handle
    },
    listed_skill: async () => (await publish()).slug,
    listed_hash: async () => hashOf(last),
    listing_id: async () => (await publish()).id,
    taken_down_id: async () => {
      const { world } = scene()
      const { id } = await publish()
      await world.renew(world.administrator)
      await world.run('takeDownSkill', world.administrator, { id, reason: 'It is hostile' })
      return id
    },
    outdated_skill: async () => {
      const { world, person } = scene()
      const install = async () => {
        const { slug: source } = await publish()
        const { id } = await world.run('installSkill', person, { slug: source, hash: await hashOf(source), visibility: 'team' })
        return { id, source }
      }
      const { id, source } = await (outdated ??= install())
      await world.renew(world.colleague)
      await byPublisher('updateSkill', { skill: source, body: `Tidy up ${randomWord(9)}.` })
      last = source
      return id
    },
    skill_archive: async () => {
      const name = `packed${randomWord(9)}`
      const skillMd = `---\nname: ${name}\ndescription: Packs\n---\n\nPack.\n`
      const files = [
        { path: `${name}/SKILL.md`, bytes: Buffer.from(skillMd), executable: false },
        { path: `${name}/scripts/pack.sh`, bytes: Buffer.from(`echo ${name}\n`), executable: true },
      ]
      return writeZip(files).toString('base64')
    },
    published_post: publishedPost,
    pending_post: async () => {
      const { world } = scene()
      return (await world.run('createCommunityPost', world.colleague, { title: 'A question', body: 'How?' })).id
    },
    sponsor: async () => {
      const { world } = scene()
      const input = { name: 'Acme', url: 'https://acme.example', tier: 'gold', starts_on: '2026-01-01' }
      return (await world.run('createSponsor', world.administrator, input)).id
    },
    sponsor_limit: async () => {
      await sponsoredBy()
      await sponsoredBy()
      return 50
    },
    contact_proof: async () => {
      const challenge = await scene().world.run('getContactChallenge', null, {})
      return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
    },
    contact_message: async () => {
      const [row] = await scene().world.look<{ id: string }>(
        `insert into contact_messages (id, name, email, message, challenge, created_at)
          values (gen_random_uuid(), 'Ann', 'ann@example.com', 'Hello there', $1, now()) returning id`,
        [randomWord(20)],
      )
      return row?.id
    },
  }
}
