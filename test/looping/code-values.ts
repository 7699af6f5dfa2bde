import { randomWord } from './look-alike.ts'
import type { HostRepository } from '../code-host/host-repository.ts'
import type { Scene } from './scene.ts'
import type { World } from './world.ts'

const shown = new WeakMap<World, Promise<HostRepository>>()

/** What operations on repositories need: a repository at the host, and a person's proof that they can access it. */
export function codeValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  const repository = async (): Promise<HostRepository> => {
    const { world, hidden } = scene()
    const made = await world.github.addRepository(`r-${randomWord(10)}`)
    await made.push('main', 'First', { 'README.md': '# Hello', 'src/main.ts': 'export const main = 1\n' })
    await made.push('work', 'Work', { 'src/more.ts': 'export const more = 2\n' }, { from: 'main' })
    await made.push(`work-${hidden}`, 'Work', { 'src/more.ts': `// ${hidden}\n` }, { from: 'main' })
    await made.openPull(`work-${hidden}`, `Pull of ${hidden}`)
    await made.push(`more-${hidden}`, 'More', { 'src/x.ts': 'x' }, { from: 'main' })
    await made.openPull(`more-${hidden}`, `Another of ${hidden}`)
    await world.github.act('octocat', 'POST', `/repos/${made.name}/issues`, { title: `Issue of ${hidden}` })
    return made
  }
  const grant = async (): Promise<string> => {
    const { world, person } = scene()
    const { name } = await repository()
    await world.run('addHostToken', person, { token: world.github.fineGrainedToken('octocat', name) })
    return name
  }
  return {
    granted_repo: grant,
    host_token: async () => {
      const { name } = await repository()
      return scene().world.github.fineGrainedToken('octocat', name)
    },
    host_code: async () => {
      const { world } = scene()
      const { github } = world
      // A login lists every repository it was ever shown, and the checks count what one call creates, so one is reused.
      const listed = shown.get(world) ?? repository()
      shown.set(world, listed)
      github.letSee('bob', (await listed).name)
      return (
        await github.agree('bob', `${github.url}/login?client_id=${github.settings['CODEHOST_CLIENT_ID']}&redirect_uri=http://x.example`)
      ).code
    },
  }
}
