import assert from 'node:assert/strict'
import { daysWork, leftOf, prepareDay } from '../clients/days-work.ts'
import { openHome } from '../clients/home.ts'
import type { Program } from '../clients/program.ts'
import { everyDay, programs } from '../clients/programs.ts'
import type { Baton } from '../harness/baton.ts'
import { allParts, type Parts } from './proof.ts'

const left = {
  task: 'complete: Done by a real client.',
  holder: null,
  decisions: ['Greet by name'],
  memories: ['Greetings stand in src/hello.ts.'],
}

/** Real programs with a scripted model do a day's work; what counts is what they leave behind in Baton. */
export const proof = {
  name: 'clients',
  claim: 'the programs people use do a day’s work in Baton, set up as docs/clients.md says',
  // The clients are driven through Baton's MCP server; what else the server does is no part of this.
  inputs: [
    'src/{doors,kernel,main,platform}/**',
    'src/capabilities/{work,sessions,memory,knowledge,agents,identity}/**',
    'database/**',
    'docs/clients.md',
  ],
  short: everyDay,
  full: programs,
  async run(baton: Baton, chosen: readonly Program[], { part }: Parts = allParts): Promise<Record<string, string>> {
    const figures: Record<string, string> = {}
    for (const program of chosen) figures[program.name] = await part(program.name, () => oneDay(baton, program))
    return figures
  },
}

async function oneDay(baton: Baton, program: Program): Promise<string> {
  const person = await baton.person()
  await prepareDay(person, 'hello')
  const home = await openHome(program, { url: baton.url, token: (await person.mcpToken()).token })
  try {
    let shown = ''
    const { milliseconds } = await home.run(daysWork('hello', ({ text }) => void (shown = text)))
    const { session, agent, ...work } = await leftOf(person, 'hello')
    assert.deepEqual(work, left, program.name)
    assert.match(String(session), /^ended after \d checkpoints: Hello is said\.$/, program.name)
    const form = !/\bfence: /.test(shown) ? 'structure' : shown.includes('"fence":') ? 'both' : 'text'
    assert.equal(form, program.shows, `what the model of ${program.name} is shown`)
    return `done by ${agent} in ${(milliseconds / 1000).toFixed(1)} s, its model sees ${form === 'both' ? 'structure and text' : `the ${form}`}`
  } finally {
    home.close()
  }
}
