import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyTree, type Tree } from './tree.ts'

const servers = inject('servers')
let tree: Tree

beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

function generate(...args: string[]): { status: number | null; said: string } {
  const env = {
    ...process.env,
    DATABASE_ADMIN_URL: servers.adminUrl,
    DATABASE_URL: servers.databaseUrl,
    DATABASE_KEY: servers.databaseKey,
    REDIS_URL: servers.redisUrl,
    SECRET_KEY: servers.secretKey,
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [tree.path('scripts/generate.ts'), ...args], { env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test('a generated file that was edited or left behind is named, and generating again mends it', () => {
  appendFileSync(tree.path('client/src/routes.ts'), '// edited by hand\n')
  appendFileSync(tree.path('database/schema.sql'), '-- edited by hand\n')
  writeFileSync(tree.path('.env.example'), '')
  const { status, said } = generate('--check')
  expect(said).toContain('client/src/routes.ts is out of date: run npm run generate')
  expect(said).toContain('.env.example is out of date')
  expect(said).toContain('database/schema.sql is out of date')
  expect(said).not.toContain('openapi.json')
  expect(status).toBe(1)
  expect(generate().said).toContain('wrote client/src/routes.ts')
  expect(generate('--check')).toEqual({ status: 0, said: '' })
})

test('a contract without a handler is named, and so is a handler without a contract', () => {
  const handlers = tree.path('src/capabilities/work/views/views.operations.ts')
  const before = readFileSync(handlers, 'utf8')
  writeFileSync(handlers, before.replace('export const listViews = implement(', 'export const showViews = implement('))
  const { status, said } = generate()
  writeFileSync(handlers, before)
  expect(said).toContain('listViews in ./work/views/views.contract.ts has no handler')
  expect(said).toContain('showViews in ./work/views/views.operations.ts has no contract')
  expect(status).toBe(1)
})
