import { expect, test } from 'vitest'
import { presets } from '../../../machine/src/runs/presets.ts'
import { RunRules, type RunsSection } from '../../../machine/src/runs/run-rules.ts'
import { pageClients, pageRuns } from '../../clients/dispatch-page.ts'

const claude = { protocol: 'command' as const, command: ['claude', '-p', '{prompt}'] }

test.each<[string, object, string]>([
  ['an unknown key', { persons: [] }, 'there is no "persons"'],
  ['people that are no texts', { people: [7] }, 'people is a list'],
  ['too many at once', { at_once: 100 }, 'at_once'],
  ['a token among the arguments', { clients: { claude: { ...claude, command: ['claude', '--token={token}'] } } }, 'must not name {token}'],
  ['a command that is a line', { clients: { claude: { ...claude, command: 'claude -p' } } }, 'command is a list'],
  ['an unknown protocol', { clients: { claude: { ...claude, protocol: 'ssh' } } }, 'protocol is acp or command'],
  ['another user without a place to write', { clients: { claude: { ...claude, as: 'agent' } } }, 'as needs worktrees'],
  ['hours that are none', { quiet_hours: { from: '22', to: '07:00' } }, 'quiet_hours'],
  ['a check that is a line', { checks: ['npm test'] }, 'checks is a list'],
  ['a command that is no word', { clients: { acp: { protocol: 'acp', command: ['agent'], commands: ['git;'] } } }, 'first words'],
  ['commands of a client that asks nobody', { clients: { claude: { ...claude, commands: ['git add'] } } }, 'for acp alone'],
  ['a file that leaves its folder', { clients: { claude: { ...claude, files: { '../x': '' } } } }, 'names without folders'],
])('the file is refused for %s', (_, section, why) => {
  expect(() => new RunRules(section as RunsSection)).toThrow(why)
})

const bob = '0199a1b2-0000-7000-8000-000000000001'

test('quiet hours go over midnight, and people are named by id or handle', () => {
  const rules = new RunRules({ people: ['@Ann', bob], quiet_hours: { from: '22:00', to: '07:00' }, clients: { claude } })
  const at = (hour: number) => rules.isQuiet(new Date(2026, 10, 16, hour, 30))
  expect([21, 22, 0, 6, 7].map(at)).toEqual([false, true, true, true, false])
  const named = [
    { id: 'x', handle: 'ann' },
    { id: bob, handle: 'bob' },
    { id: 'x', handle: 'bob' },
    { id: '@Ann', handle: '' },
  ].map((who) => rules.isNamed(who))
  expect(named).toEqual([true, true, false, false])
  expect(rules.offer(new Date(2026, 10, 16, 12))).toMatchObject({
    clients: [{ name: 'claude', protocol: 'command' }],
    at_once: 1,
    quiet: false,
  })
})

test('docs/dispatch.md shows the presets, each as it is', () => {
  expect(pageClients).toEqual(presets())
  expect(() => new RunRules({ ...pageRuns, clients: pageClients })).not.toThrow()
})
