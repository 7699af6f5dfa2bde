import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Hook, script } from './hook.ts'

// Nothing listens there, and it is not yet time to try again: what would be sent stays where it can be read.
let hook: Hook
beforeAll(() => {
  hook = new Hook('http://127.0.0.1:9')
  writeFileSync(join(hook.folder, 'retry'), '99999999999')
})
afterAll(() => hook.close())

let running = 0
/** What is kept of a command. */
async function keptOf(command: string): Promise<string> {
  const session = `s${running++}`
  await hook.ran(session, command)
  const line =
    hook
      .kept()
      .split('\n')
      .find((one) => one.startsWith(`${session}\t`)) ?? ''
  return line.replace(/^\S+\tC 0 /, '')
}

test.each([
  ['redis-cli auth S3cretPassw0rd', 'redis-cli'],
  ['echo ghp_abcdefghijklmnopqrstuvwxyz0123456789 | gh auth login', 'echo, gh'],
  ['vault login hvs.CAESIJlU9', 'vault'],
  ['cd /x && npm test', 'cd, npm test'],
  ['for f in *; do wc $f; done', 'wc'],
  ['TOKEN=abc FOO="b c" git commit -m "x | S3cret"', 'git commit'],
  ['cat <<EOF | psql\nS3cret\nEOF\nls', 'cat'],
  ['/usr/local/bin/node --eval "process.exit(1)"', 'node'],
  ['export KEY=S3cret; npm run deploy -- --token S3cret', 'npm run'],
  ['(cd a && cargo build) || S3cret=1 make all', 'cd, cargo build, make all'],
  ["psql 'postgres://u:S3cret@h/db' -c \"select 'x; S3cret'\"", 'psql'],
  ['X=$(vault read S3cret) Y=`cat S3cret` docker push', 'docker push'],
  ['sort < S3cret > T0p 2>&1 | uniq', 'sort, uniq'],
  ['git push S3cret', 'git push'],
  ['git S3cret', 'git'],
  ['if true; then npm ci; fi', 'true, npm ci'],
  ['curl -H "Authorization: Bearer S3cret" \\\n  https://u:S3cret@h', 'curl'],
  ['S3CRET_T0KEN_WITHOUT_MEANING', ''],
  ['"S3cret"', ''],
  ['echo "never closed S3cret', ''],
])('of %j it keeps %j', async (command, kept) => {
  expect(await keptOf(command)).toBe(kept)
})

/** A generator that always yields the same. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) yield (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
}

test('whatever a command is made of, nothing it was given is kept', { timeout: 120_000 }, async () => {
  const random = numbers(7)
  const below = (limit: number): number => Math.floor(((random.next().value as number) / 2_147_483_648) * limit)
  const one = (from: readonly string[]): string => from[below(from.length)] ?? ''
  const programs = ['npm test', 'git', 'ls', './run.sh', 'NAME=S3cret docker run', 'python3']
  const given = [
    "'S3cret |; S3cret'",
    '"a && S3cret"',
    '--token=S3cret',
    'S3cret',
    '$(echo S3cret; x S3cret)',
    '`S3cret`',
    '> S3cret',
    '\\| S3cret',
    '<(cat S3cret)',
    '"$(x "S3cret")"',
    '# S3cret',
    '\\\nS3cret',
  ]
  const between = [' | ', ' && ', '; ', '\n', ' || ', ' & ']
  for (let round = 0; round < 50; round++) {
    const parts = Array.from({ length: 1 + below(4) }, () =>
      [one(programs), ...Array.from({ length: below(4) }, () => one(given))].join(' '),
    )
    const command = parts.join(one(between)) + one(['', ' <<S3cret\nS3cret\nS3cret', ' <<< S3cret'])
    expect(await keptOf(command), command).not.toMatch(/S3cret/)
  }
  expect(hook.kept()).not.toMatch(/S3cret/)
})

test.each([
  ['the password is hunter2, ok', 'the password is [redacted] ok'],
  ['API key AKIAIOSFODNN7EXAMPLE', 'API key [redacted]'],
  ['cloned https://u:S3cret@h/r with ghp_abcdefghijklmnopqrstuvwxyz0123', 'cloned https://u:[redacted]@h/r with [redacted]'],
  ['{"token": "abcdef123"}', '{\\"token\\": \\"[redacted]\\"}'],
  ['first\nsecond ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRST', 'first second [redacted]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc', '[redacted]'],
  [
    'The token is expired; see src/components/forms/buttons/primary/index.tsx',
    'The token is expired; see src/components/forms/buttons/primary/index.tsx',
  ],
])('of the words %j it keeps %j', async (said, kept) => {
  const session = `s${running++}`
  await hook.run('Stop', session, { stop_hook_active: false, last_assistant_message: said })
  expect(hook.kept()).toContain(`${session}\tS ${kept}\n`)
})

test('a secret is masked before the words are cut, and what is kept is for its owner alone and bounded', async () => {
  const session = `s${running++}`
  await hook.run('Stop', session, { last_assistant_message: `${'x '.repeat(115)}ghp_abcdefghijklmnopqrstuvwxyz0123456789` })
  expect(hook.kept()).not.toContain('ghp_')
  await hook.run('Stop', session, { last_assistant_message: `Long: ${'word '.repeat(40_000)}` })
  expect(hook.kept()).toContain(`${session}\tS Long: word`)
  // A file's content is not read: only its name counts, however much follows.
  const content = 'const a = "b";\n'.repeat(100_000)
  await hook.run('PostToolUse', 'one', { tool_name: 'Write', tool_input: { file_path: '/a.ts', content }, tool_use_id: 't' })
  expect(hook.kept()).toContain('one\tF /a.ts\n')
  expect(hook.kept().length).toBeLessThan(40_000)
  expect(statSync(join(hook.folder, 'one.spool')).mode).toBe(0o100600)
})

test('no pattern of the script counts a group: sed takes seconds to read a long one, and the client ends a hook after five', () => {
  expect(readFileSync(script, 'utf8').match(/\)\{[^}]*\}/g)).toBeNull()
})
