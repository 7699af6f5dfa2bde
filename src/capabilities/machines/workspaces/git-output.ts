import type { CheckoutRow } from './checkouts.queries.ts'

const maxFiles = 500
const maxWorktrees = 50
const commit = /^[0-9a-f]{7,64}$/
const short = (text: string | undefined, max: number): string | null => text?.trim().slice(0, max) || null

export type CheckoutState = Pick<CheckoutRow, 'branch' | 'head' | 'dirty_files'>

/** Parses `git status --porcelain=v2 --branch`; null if the output is something else. Before the first commit there is no head. */
export function readStatus(output: string): CheckoutState | null {
  const lines = output.split('\n')
  const told = (name: string) => lines.find((line) => line.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length)
  const [oid, name] = [told('oid'), told('head')]
  if (oid === undefined || name === undefined) return null
  const dirty_files = lines.flatMap((line) => short(changedPath(line), 1000) ?? []).slice(0, maxFiles)
  return { head: commit.test(oid) ? oid : null, branch: name === '(detached)' ? null : short(name, 250), dirty_files }
}

/** Fields before the path: eight for a changed file, nine for a renamed one, whose old path follows a tab, ten for a conflict. */
function changedPath(line: string): string | undefined {
  const before = { '1': 8, '2': 9, u: 10, '?': 1 }[line.split(' ', 1)[0] ?? '']
  return before === undefined ? undefined : line.split(' ').slice(before).join(' ').split('\t')[0]
}

/** Parses `git worktree list --porcelain`, leaving out the checkout itself, which comes first. */
export function readWorktrees(output: string): CheckoutRow['worktrees'] {
  const [, ...others] = output.split(/\n\n+/).filter((block) => block.startsWith('worktree '))
  return others.slice(0, maxWorktrees).map((block) => {
    const told = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1)
    const head = told('HEAD') ?? ''
    return {
      path: short(told('worktree'), 1000) ?? '',
      branch: short(told('branch')?.replace('refs/heads/', ''), 250),
      head: commit.test(head) ? head : null,
    }
  })
}
