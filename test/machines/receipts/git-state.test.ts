import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitState } from '../../../machine/src/receipts/git-state.ts'
import { Checkout } from './checkout.ts'

let checkout: Checkout
beforeEach(() => void (checkout = new Checkout()))
afterEach(() => checkout.close())

const look = () => gitState(checkout.folder)

test('a clean checkout has the tree of its commit, and looking leaves no trace', async () => {
  const before = checkout.git('count-objects')
  const { commit, tree, dirty, submodules } = await look()
  expect([commit, tree, dirty, submodules]).toEqual([checkout.head, checkout.git('rev-parse', 'HEAD^{tree}'), false, []])
  checkout.write('new.js', '1\n')
  await look()
  expect(checkout.git('count-objects')).toBe(before)
  expect(checkout.git('status', '--porcelain')).toBe('?? new.js')
})

const hidings: Record<string, () => void> = {
  'a changed file': () => checkout.write('index.js', 'changed\n'),
  'a changed file that is staged': () => {
    checkout.write('index.js', 'changed\n')
    checkout.git('add', '-A')
  },
  'a new file': () => checkout.write('src/new.js', 'new\n'),
  'a removed file': () => rmSync(join(checkout.folder, 'index.js')),
  'a file that became a folder': () => {
    rmSync(join(checkout.folder, 'index.js'))
    checkout.write('index.js/a', 'a\n')
  },
  'a file that became a link': () => {
    rmSync(join(checkout.folder, 'index.js'))
    symlinkSync('/etc/hostname', join(checkout.folder, 'index.js'))
  },
  'assume-unchanged': () => {
    checkout.git('update-index', '--assume-unchanged', 'index.js')
    checkout.write('index.js', 'changed\n')
  },
  'skip-worktree': () => {
    checkout.git('update-index', '--skip-worktree', 'index.js')
    checkout.write('index.js', 'changed\n')
  },
  'an exclude of the checkout': () => {
    checkout.write('.git/info/exclude', 'hidden.js\n')
    checkout.write('hidden.js', 'hidden\n')
  },
  'an exclude of its configuration': () => {
    checkout.write('.git/ignore', 'hidden.js\n')
    checkout.git('config', 'core.excludesFile', join(checkout.folder, '.git/ignore'))
    checkout.write('hidden.js', 'hidden\n')
  },
  'a filter that writes the old file': () => {
    checkout.git('config', 'filter.lie.clean', 'git show HEAD:index.js')
    checkout.write('.git/info/attributes', 'index.js filter=lie\n')
    checkout.write('index.js', 'changed\n')
  },
  'a work tree elsewhere': () => {
    const other = new Checkout()
    renameSync(other.folder, join(checkout.folder, '.git/clean'))
    rmSync(join(checkout.folder, '.git/clean/.git'), { recursive: true })
    checkout.write('index.js', 'changed\n')
    checkout.git('config', 'core.worktree', join(checkout.folder, '.git/clean'))
  },
  'a replaced commit': () => {
    const old = checkout.head
    checkout.write('index.js', 'changed\n')
    checkout.git('add', '-A')
    checkout.git('commit', '-qm', 'Another')
    const next = checkout.head
    checkout.git('update-ref', 'HEAD', old)
    checkout.git('replace', old, next)
  },
}

test.each(Object.entries(hidings))('%s is seen', async (_, hide) => {
  const before = await look()
  hide()
  const { tree, dirty } = await look()
  expect([dirty, tree === before.tree]).toEqual([true, false])
})

test('what the tree’s own .gitignore leaves out does not count; a monitor of the checkout is not run', async () => {
  checkout.write('dist/out.js', 'built\n')
  const mark = join(checkout.folder, 'dist/mark')
  checkout.git('config', 'core.fsmonitor', `touch ${mark}`)
  expect((await look()).dirty).toBe(false)
  expect(existsSync(mark)).toBe(false)
})

test('a change of a file is seen whose name is not UTF-8', async () => {
  const name = Buffer.concat([Buffer.from(`${checkout.folder}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')])
  writeFileSync(name, 'as committed\n')
  checkout.commit()
  expect((await look()).dirty).toBe(false)
  writeFileSync(name, 'changed\n')
  expect((await look()).dirty).toBe(true)
})

test('submodules are named, and a change in one is seen', async () => {
  const lib = new Checkout()
  checkout.git('submodule', '--quiet', 'add', lib.folder, 'lib')
  checkout.commit()
  expect(await look()).toMatchObject({ dirty: false, submodules: [{ path: 'lib', commit: lib.head, dirty: false }] })
  checkout.write('lib/index.js', 'changed\n')
  expect(await look()).toMatchObject({ dirty: true, submodules: [{ path: 'lib', dirty: true }] })
  lib.close()
})

test('without a checkout there is no receipt', async () => {
  await expect(gitState('/')).rejects.toThrow('no git checkout')
})
