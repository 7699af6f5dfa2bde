import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newCertificate } from '../../test/cli/faults.ts'
import { cancelStatement } from './cancel-statement.ts'

const tlsRequest = 80_877_103
const cancelRequest = 80_877_102
const address = new URL(inject('servers').adminUrl)
const { key, cert } = newCertificate()
const [keyBytes, certificate] = [readFileSync(key), readFileSync(cert)]

/** The request code in the first message of each connection, in plaintext and over TLS. */
const asked: { clear: number[]; secret: number[] } = { clear: [], secret: [] }
const codeOf = (message: Buffer) => message.readInt32BE(4)
let front: Server

const passOn = (socket: Socket, first: Buffer) => {
  const database = connect(Number(address.port), address.hostname)
  for (const [one, other] of [[socket, database], [database, socket]] as const) one.on('error', () => other.destroy()) // prettier-ignore
  database.write(first)
  socket.pipe(database).pipe(socket)
}

// A proxy that terminates TLS, so that clients see a PostgreSQL with TLS.
beforeAll(async () => {
  front = createServer((socket) => {
    socket.once('data', (first) => {
      asked.clear.push(codeOf(first))
      if (codeOf(first) !== tlsRequest) return passOn(socket, first)
      socket.write('S')
      const secret = new TLSSocket(socket, { isServer: true, key: keyBytes, cert: certificate })
      secret.on('error', () => socket.destroy())
      secret.once('data', (message) => {
        asked.secret.push(codeOf(message))
        passOn(secret, message)
      })
    })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(() => front?.close())

async function cancelled(ssl: false | { ca: Buffer }): Promise<string | undefined> {
  const client = new pg.Client({
    host: 'localhost',
    port: (front.address() as AddressInfo).port,
    user: address.username,
    password: address.password,
    database: 'postgres',
    ssl,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const statement = client.query('select pg_sleep(60)').then(
      () => 'ended by itself',
      (error: { code?: string }) => error.code,
    )
    // A cancel request that arrives before the statement has started finds nothing to cancel.
    let over = false
    void statement.finally(() => (over = true))
    while (!over) await cancelStatement(client)
    return await statement
  } finally {
    await client.end()
  }
}

test('a statement is ended in TLS where its connection is, and its key never goes in clear', async () => {
  expect(await cancelled({ ca: certificate })).toBe('57014')
  expect(new Set(asked.clear)).toEqual(new Set([tlsRequest]))
  expect(asked.secret).toContain(cancelRequest)
})

test('in clear where the connection is', async () => {
  asked.clear.length = 0
  expect(await cancelled(false)).toBe('57014')
  expect(asked.clear).toContain(cancelRequest)
})
