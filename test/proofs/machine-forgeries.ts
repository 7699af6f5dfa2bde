import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  approvalChallenge,
  argumentsDigest,
  canonical,
  fingerprintOf,
  newKeyPair,
  signFrame,
  signText,
  type ActionBody,
  type Approval,
  type ToServer,
} from '../../src/platform/tunnel-protocol.ts'
import type { Baton } from '../harness/baton.ts'
import { SoftwareAuthenticator, type Twist } from '../identity/passkeys/software-authenticator.ts'
import { TestMachine, until } from '../machines/machines.ts'
import { claimed } from './proof.ts'

const origin = 'https://baton.example'
const rp_id = 'baton.example'

/** A server that the machine trusts lies to it in every way; the machine's files show what it ran. */
export const proof = {
  name: 'machine-forgeries',
  claim: 'whatever a lying server sends to a machine, nothing runs but what its owner’s file and passkey allow, each once',
  short: { lies: 120 },
  full: { lies: 1000 },
  async run(_: Baton, { lies }: { lies: number }): Promise<Record<string, number>> {
    const server = await startLiar()
    const machine = TestMachine.alone({
      url: server.url,
      id: randomUUID(),
      organization_id: randomUUID(),
      server_public_key: server.publicKey,
      origin,
      rp_id,
    })
    const [owner, stranger] = [new Passkey(), new Passkey()]
    machine.home.offer([owner.signer, stranger.signer])
    machine.home.trust(owner.signer.fingerprint)
    machine.start()
    try {
      await until('the machine to dial in', () => server.heard.some(({ type }) => type === 'hello'))
      const told = await tellLies(server, machine, owner, stranger, lies)
      // Honest requests still work: a machine that refuses everything would prove nothing.
      const honest = server.honest(machine.id, 'note', { word: 'honest' })
      server.send(honest)
      const dangerous = server.honest(machine.id, 'wipe', { word: 'signed' })
      server.send({ ...dangerous, approval: owner.sign(dangerous) })
      await until('the honest ones', () => machine.lines('notes').includes('honest') && machine.lines('wiped').includes('signed'))
      const executed = [...machine.lines('notes'), ...machine.lines('wiped'), ...machine.lines('slow')]
      const figures = {
        lies: told,
        executed_lies: executed.filter((word) => !['honest', 'signed', 'first', 'first signed'].includes(word)).length,
        twice: executed.length - new Set(executed).size,
        honest: executed.filter((word) => ['honest', 'signed'].includes(word)).length,
      }
      return claimed(figures, { is: { executed_lies: 0, twice: 0, honest: 2 }, least: { lies } })
    } finally {
      await machine.close()
      await server.close()
    }
  },
}

async function tellLies(server: Liar, machine: TestMachine, owner: Passkey, stranger: Passkey, lies: number): Promise<number> {
  const first = server.honest(machine.id, 'note', { word: 'first' })
  server.send(first)
  await until('the first action', () => machine.lines('notes').includes('first'))
  const other = newKeyPair().privateKey
  const word = 'lie'
  const note = (args: Record<string, unknown> = { word }, action = 'note') => server.honest(machine.id, action, args)
  const wipe = () => server.honest(machine.id, 'wipe', { word })
  const approved = (twist: Partial<ActionBody>, by = owner, how?: Twist) => {
    const body = wipe()
    server.send({ ...body, approval: by.sign({ ...body, ...twist }, how) })
  }
  const used = server.honest(machine.id, 'wipe', { word: 'first signed' })
  const usedApproval = owner.sign(used)
  server.send({ ...used, approval: usedApproval })
  await until('the signed action', () => machine.lines('wiped').includes('first signed'))
  const ways: (() => void)[] = [
    () => server.sendAs(other, note()),
    () => server.sendRaw({ type: 'signed', body: canonical(note()), signature: '' }),
    () =>
      server.sendRaw({
        type: 'signed',
        body: canonical(note()).replace('"lie"', '"lie2"'),
        signature: signText(server.privateKey, 'frame', canonical(note())),
      }),
    () =>
      server.sendRaw({ type: 'signed', body: canonical(note()), signature: signText(server.privateKey, 'challenge', canonical(note())) }),
    () => server.sendRaw(note()),
    () => server.send({ ...note(), arguments: { word: 'altered' } }),
    () => server.send(first),
    () => server.send({ ...first, id: randomUUID() }),
    () => server.send({ ...note(), seq: 1 }),
    () => server.send({ ...note(), seq: -5 }),
    () => server.send({ ...note(), seq: Number.NaN }),
    () => server.send({ ...note(), machine: randomUUID() }),
    () => server.send({ ...note(), expires_at: new Date(Date.now() - 1000).toISOString() }),
    () => server.send({ ...note(), expires_at: 'never' }),
    () => server.send(note({ word }, 'shell')),
    () => server.send(note({ word }, '__proto__')),
    () => server.send(note({ word: 7 })),
    () => server.send(note({ word, more: 'rm -rf /' })),
    () => server.send(note({})),
    () => server.send(note({ file: '/etc/passwd' }, 'show')),
    () => server.send(wipe()),
    () => server.send({ ...wipe(), approval: { credential_id: owner.signer.credential_id, response: {} } }),
    () => approved({}, stranger),
    () => approved({ arguments: { word: 'else' } }),
    () => approved({ action: 'note' }),
    () => approved({ machine: randomUUID() }),
    () => approved({ expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
    () => approved({}, owner, { origin: 'https://evil.example' }),
    () => approved({}, owner, { verified: false }),
    () => server.send({ ...wipe(), approval: { ...stranger.sign(wipe()), credential_id: owner.signer.credential_id } }),
    // A signature approves only one action, whatever the id and sequence number of the second.
    () => server.send({ ...used, id: randomUUID(), seq: server.next(), approval: usedApproval }),
  ]
  for (let lie = 0; lie < lies; lie++) ways[lie % ways.length]?.()
  return lies
}

class Passkey {
  readonly #authenticator = new SoftwareAuthenticator(origin)
  readonly signer

  constructor() {
    const made = this.#authenticator.create({ user: { id: 'dXNlcg' }, rp: { id: rp_id }, challenge: 'x' }) as {
      response: { attestationObject: string }
    }
    // The key is at the end of the attested data: after 37 bytes, a 16-byte model id (AAGUID), a 2-byte length and the credential id.
    const attested = Buffer.from(made.response.attestationObject, 'base64url')
    const at = attested.indexOf(this.#authenticator.id) + this.#authenticator.id.length
    const key = attested.subarray(at)
    this.signer = {
      credential_id: this.#authenticator.id.toString('base64url'),
      public_key: key.toString('base64url'),
      fingerprint: fingerprintOf(key),
      name: 'Key',
    }
  }

  sign({ machine, action, arguments: given, expires_at }: ActionBody, twist: Twist = {}): Approval {
    const challenge = approvalChallenge({ machine, action, arguments: given, expires_at })
    return { credential_id: this.signer.credential_id, response: this.#authenticator.get({ challenge, rpId: rp_id }, twist) }
  }
}

type Liar = Awaited<ReturnType<typeof startLiar>>

async function startLiar() {
  const { privateKey, publicKey } = newKeyPair()
  const heard: ToServer[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const http = createServer()
  let line: WebSocket | undefined
  let seq = 0
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!request.headers.authorization) {
      const challenge = createHash('sha256').update(randomUUID()).digest('base64url')
      return void socket.end(`HTTP/1.1 401 x\r\nwww-authenticate: Baton-Machine challenge="${challenge}"\r\ncontent-length: 0\r\n\r\n`)
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      line = client
      client.on('message', (data: Buffer) => void heard.push(JSON.parse(data.toString()) as ToServer))
      client.send(JSON.stringify({ type: 'welcome', server_time: new Date().toISOString(), signers: [] }))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const sendRaw = (frame: unknown) => line?.send(JSON.stringify(frame))
  const sendAs = (key: string, body: ActionBody) => sendRaw({ type: 'signed', ...signFrame(key, body) })
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    privateKey,
    publicKey: publicKey.toString('base64url'),
    heard,
    sendRaw,
    sendAs,
    next: () => ++seq,
    send: (body: ActionBody) => sendAs(privateKey, body),
    honest: (machine: string, action: string, given: Record<string, unknown>): ActionBody => ({
      type: 'action',
      machine,
      id: randomUUID(),
      action,
      arguments: given,
      arguments_sha256: argumentsDigest(canonical(given)),
      expires_at: new Date(Date.now() + 600_000).toISOString(),
      seq: ++seq,
      approval: null,
    }),
    close: () =>
      new Promise<void>((resolve) => {
        line?.terminate()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
