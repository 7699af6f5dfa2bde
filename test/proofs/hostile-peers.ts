import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { freePort } from '../identity/oauth-server/baton-at.ts'
import { compare, forSeconds, settleIn, work } from './hostile/neighbour.ts'
import { startProgram } from './programs.ts'
import { allParts, claimed, type Parts } from './proof.ts'

interface Size {
  /** From each peer. */
  messages: number
  /** For which the neighbour is alone. */
  seconds: number
  /** Whether the peers that a worker or an operator's settings lead to send as many, to the clients alone, in processes of their own. */
  others: boolean
  slowdown: number | null
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const seed = Number(process.env['BATON_SEED'] ?? 20_261_119)
const otherPeers = ['answers', 'archives', 'incoming-webhooks', 'mail-server', 'server', 'slack-socket']

/**
 * Everybody who can reach a server from outside sends malformed and cut messages to a real one: a paired machine, a browser's connection, a
 * service behind a tunnel, and whoever has a client document fetched. Meanwhile, another tenant works.
 */
export const proof = {
  name: 'hostile-peers',
  claim: 'whatever machines, browsers, tunnelled ports and client documents send, no process ends, and another tenant works on',
  timed: true,
  short: { messages: 40, seconds: 1, others: false, slowdown: null } as Size,
  full: { messages: 10_000, seconds: 60, others: true, slowdown: 3 } as Size,
  inputs: ['src/**', 'database/**', 'machine/**', 'test/hostile/**'],

  async run(baton: Baton, size: Size, { part }: Parts = allParts): Promise<Record<string, number>> {
    const figures = await part('the doors', () => knockAtDoors(baton, size))
    for (const name of size.others ? otherPeers : []) await part(name, () => sendElsewhere(name, size.messages))
    return { ...figures, other_peers: size.others ? otherPeers.length : 0 }
  },
}

async function knockAtDoors(baton: Baton, { messages, seconds, slowdown }: Size): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-peers-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const pair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...pair, ...subject], { stdio: 'ignore' })
  const port = String(await freePort())
  // Loopback stands for the internet. The limits of rates are raised (by startProgram): not how many messages are refused is the question.
  const settings = {
    ...{ PORT: port, APP_URL: `http://127.0.0.1:${port}`, PRIVATE_ADDRESSES: 'allow', NODE_EXTRA_CA_CERTS: certificate },
    ...{ REGISTRATIONS_PER_HOUR: '1000', SOCKETS_PER_USER: '1000' },
  }
  const [server, worker] = [await startProgram(baton, 'serve', settings), await startProgram(baton, 'worker', settings)]
  let ended = 0
  for (const program of [server, worker]) {
    program.process.removeAllListeners('exit')
    // An error or a rejection that nobody catches ends a process, so this counts them as well.
    program.process.once('exit', () => void ended++)
  }
  const script = fileURLToPath(new URL('hostile/hostile-peers.ts', import.meta.url))
  console.log(`hostile-peers: seed ${seed}`)
  const peers = spawn(process.execPath, [script, server.url, String(messages), String(seed), key, certificate], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // Attackers would use other machines; only the load they put on the server counts here.
  if (peers.pid) setPriority(peers.pid, constants.priority.PRIORITY_LOW)
  let over = false
  const gone = once(peers, 'exit').then(() => void (over = true))
  try {
    await Promise.race([once(peers.stdout, 'data'), gone])
    const person = await settleIn(server.url)
    await work(server.url, person, forSeconds(Math.min(seconds, 2)))
    const quiet = await work(server.url, person, forSeconds(seconds))
    const said = once(peers.stdout, 'data') as Promise<[Buffer]>
    peers.stdin.write('go\n')
    const beside = await work(server.url, person, () => !over)
    const sent = JSON.parse((await said)[0].toString()) as Record<string, number>
    const after = await Person.register(server.url, `after-${Date.now() % 1e8}`)
    if ((await after.call('GET', '/api/projects')).status !== 200) throw new Error('a new account is not served')
    const figures = { ...sent, ...compare(quiet, beside), process_ends: ended }
    const most = Object.fromEntries(['login', 'search', 'list'].map((kind) => [`${kind}_p99_ratio`, slowdown]))
    return claimed<Record<string, number>>(figures, {
      is: { process_ends: 0 },
      most,
      // What is sent twice, as to an address that redirects, is more than that.
      least: { machine_frames: messages, browser_frames: messages, tunnel_answers: messages / 2, documents: messages / 2 },
    })
  } finally {
    peers.kill('SIGKILL')
    for (const program of [server, worker]) {
      program.process.removeAllListeners('exit')
      program.stop()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Their tests fail on an error or a rejection that nobody catches. */
async function sendElsewhere(name: string, messages: number): Promise<number> {
  const env = { ...process.env, BATON_HOSTILE: String(messages), BATON_SEED: String(seed) }
  const file = `test/hostile/${name}.test.ts`
  const child = spawn(process.execPath, ['test/suite/run.ts', file], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${file} failed with ${messages} messages`)
  return messages
}
