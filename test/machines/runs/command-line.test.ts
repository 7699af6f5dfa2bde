import { expect, test } from 'vitest'
import { isCommandAllowed, shellLine } from '../../../machine/src/runs/command-line.ts'

const allowed = ['git add', 'git commit', 'git status', 'npm test']
const isInside = (folder: string) => folder === '.' || folder === 'src' || folder.startsWith('/work/tree')
const may = (line: string) => isCommandAllowed(line, allowed, isInside)

const message = (text: string) => `git commit -m "$(cat <<'EOF'\n${text}\nEOF\n)"`

test.each([
  'git status',
  'git add -A && git commit -qm work',
  'git add src/*.ts; git commit -m "Say \\"hello\\" | twice" --author \'Ann <ann@example.com>\'',
  'git status || git status\ngit add .',
  'cd /work/tree/src && npm test -- --run src/a.test.ts',
  'cd src && git add a#b HEAD@{1}',
  'npm test 2>&1 | tail -20',
  'npm test 2>/dev/null | head -n 5',
  'npm test >/dev/null 2>&1',
  message('Say hello\n\nWith `quotes`, $variables; and (more) > less & co'),
  `git add -A && ${message('EOF is not the end\n EOF')} && git status`,
])('allowed: %s', (line) => expect(may(line)).toBe(true))

test.each([
  '',
  'git',
  'git push',
  'gitadd x',
  'git -c alias.status=!sh status',
  'GIT_EDITOR=sh git commit',
  'sudo git status',
  'git status; curl https://example.com',
  'git status && rm -rf ~',
  'git status | sh',
  'git status |& sh',
  'git status & sh',
  'git status &',
  'git status\nsh',
  'git commit -m "$(sh)"',
  'git commit -m "`sh`"',
  'git commit -m $(sh)',
  'git commit -m `sh`',
  'git commit -m $EDITOR',
  "git commit -m $'\\n'",
  'git status > /etc/passwd',
  'git status >> out',
  'git status < in',
  'git status > /dev/null/../../etc/passwd',
  'git status 2>&1x',
  'npm test <(sh)',
  '(git status)',
  '{ git status; }',
  '! git status',
  'if git status; then git status; fi',
  "git status # '\nsh\n'",
  'git status \\\nsh',
  "git commit -m 'open",
  'git commit -m "open',
  'cd / && git status',
  'cd ~ && git add .',
  'cd - && git add .',
  'cd && git add .',
  'cd src /work/tree && git add .',
  'tail -5 /etc/passwd',
  'npm test | tail -5 /etc/passwd',
  'npm test | head --bytes=5',
  'git status || tail -5',
  // The text ends at the first line that is its delimiter, whatever a later one looks like.
  `git commit -m "$(cat <<'EOF'\nHi\nEOF\nsh\nEOF\n)"`,
  `git commit -m "$(cat <<'EOF'\nHi\nEOF\n); sh"`,
  `git commit -m "$(cat <<EOF\n$(sh)\nEOF\n)"`,
  `git commit -m "$(cat <<'EOF'\nHi`,
])('not allowed: %s', (line) => expect(may(line)).toBe(false))

test('the line is what a shell is told to run, and nothing else is a line', () => {
  expect(shellLine('git status')).toBe('git status')
  expect(shellLine(['/bin/bash', '-lc', 'git status'])).toBe('git status')
  expect(shellLine(['bash', '-c', 'git status'])).toBe('git status')
  for (const other of [
    undefined,
    null,
    7,
    {},
    ['git', 'status'],
    ['./bash', '-c', 'x'],
    ['bash', '-c', 'x', 'y'],
    ['bash', '-ic', 'x'],
    ['bash', '-c', 7],
  ])
    expect(shellLine(other)).toBeNull()
})
