import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { operations } from '../../src/capabilities/operations.ts'
import { openApi } from '../../src/doors/rest/openapi.ts'
import { rawRoutes as described } from '../../src/doors/rest/server.ts'
import { startBaton } from '../harness/baton.ts'
import { checkDeclarations, checkEndpoints, checkTools, rawRoutes, readRows, sockets } from './contract-rows.ts'

const rows = readRows()

const refusalOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
    socket.on('error', reject)
  })

test('every endpoint of the contract is served', () => {
  expect(rows.endpoints).toHaveLength(216)
  expect(checkEndpoints(operations, rows)).toEqual([])
})

test('every tool of the contract is served in its category, and there is no other', () => {
  expect(rows.tools).toHaveLength(55)
  expect(checkTools(operations, rows)).toEqual([])
})

test('every operation names its realm, a permission that fits it, and what it does', () => {
  expect(checkDeclarations(operations)).toEqual([])
})

test('no two operations share an operationId', () => {
  const paths = openApi({ operations, rawRoutes: described, version: 'test' })['paths'] as Record<
    string,
    Record<string, { operationId: string }>
  >
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(ids.length).toBeGreaterThan(operations.size / 2)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every route of the registry and every raw route is really mounted', async () => {
  const baton = await startBaton()
  try {
    const routes = [...operations.values()].flatMap(({ contract }) => (contract.http ?? []).map(({ method, path }) => `${method} ${path}`))
    for (const route of [...routes, ...rawRoutes]) {
      const [method = '', path = ''] = route.split(' ')
      const answer = await fetch(baton.url + path.replace(/:\w+/g, 'x'), { method, redirect: 'manual' })
      expect(await answer.text(), route).not.toContain('There is no such path')
    }
    // Without a credential the socket is refused, which shows that it exists.
    for (const route of sockets) expect(await refusalOf(baton.url + (route.split(' ')[1] ?? '')), route).toBe(401)
  } finally {
    await baton.close()
  }
})
