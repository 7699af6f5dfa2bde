import { connect } from 'node:net'
import { normalize } from '../config/server-address.ts'
import { toCliError } from '../errors.ts'
import { fetchInTime, proxyOf } from '../network.ts'
import { version } from '../version.ts'
import { fault, note, ok, type Finding } from './finding.ts'

interface Health {
  status: string
  version?: string
  database: string
  redis?: string
}

const toleratedSkew = 60_000
const proxyPatience = 5000

/** Checks the address, the route to it and who answers. `reached` is false if nothing more can be checked. */
export async function checkServer(env: NodeJS.ProcessEnv, server: string): Promise<{ findings: Finding[]; reached: boolean }> {
  const proxy = await checkProxy(env)
  if (proxy?.state === 'fault') return { findings: [proxy], reached: false }
  const before = proxy ? [proxy] : []
  try {
    const asked = Date.now()
    const answer = await fetchInTime(`${server}/health`, { redirect: 'manual', headers: { accept: 'application/json' } })
    const skew = skewOf(answer, asked)
    const moved = movedTo(answer, server)
    if (moved) return { findings: [...before, moved], reached: false }
    const health = healthOf(await answer.text())
    if (!health) return { findings: [...before, notBaton(server, answer)], reached: false }
    const about = [reachedFinding(server, health), ...encryption(server), versionFinding(health.version), clockFinding(skew)]
    return { findings: [...before, ...about], reached: true }
  } catch (error) {
    const { code, message, next } = toCliError(error, server)
    return { findings: [...before, fault(code.startsWith('tls') ? 'tls' : 'server', message, next)], reached: false }
  }
}

/** A proxy that is down makes every server look unreachable. */
async function checkProxy(env: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  const proxy = proxyOf(env)
  if (!proxy) return undefined
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    return fault(
      'proxy',
      'HTTPS_PROXY or HTTP_PROXY is not the address of a proxy.',
      'Give it as http://proxy.example.com:3128, or unset it.',
    )
  }
  const shown = `${url.protocol}//${url.host}`
  if (await answers(url)) return ok('proxy', `${shown} answers`)
  return fault(
    'proxy',
    `The proxy ${shown} does not respond.`,
    'Correct or unset HTTPS_PROXY and HTTP_PROXY; NO_PROXY lists the hosts to reach without it.',
  )
}

function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)), timeout: proxyPatience })
    const end = (result: boolean) => () => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
}

function movedTo(answer: Response, server: string): Finding | undefined {
  const location = answer.headers.get('location')
  if (answer.status < 300 || answer.status > 399 || !location) return undefined
  const target = normalize(new URL(location, `${server}/health`).href)
  return fault('server', `${server} redirects to ${target}.`, `Use that address: baton login --server ${target}`)
}

function healthOf(text: string): Health | undefined {
  try {
    const health = JSON.parse(text) as Partial<Health> | null
    return typeof health?.status === 'string' && typeof health.database === 'string' ? (health as Health) : undefined
  } catch {
    return undefined
  }
}

function notBaton(server: string, answer: Response): Finding {
  const { pathname } = new URL(server)
  const path = pathname === '/' ? '' : ` The address has the path ${pathname}: is Baton really there?`
  return fault(
    'server',
    `${server} responds (${answer.status}), but not like Baton.${path}`,
    'Compare the address with the dashboard’s in your browser; set it with --server or BATON_URL.',
  )
}

function reachedFinding(server: string, { status, database, redis }: Health): Finding {
  if (status === 'ok') return ok('server', `${server} answers`)
  const what = database === 'ok' ? (redis === 'ok' ? 'a part of it' : 'Redis') : 'its database'
  if (status === 'down')
    return fault('server', `${server} runs without ${what}.`, 'Its operator can find out why at /health and in docs/runbook.md.')
  return note('server', `${server} responds, but ${what} does not work.`, 'Tell its operator; /health says more.')
}

/** Without TLS, whatever is sent to another machine can be read on the way. */
function encryption(server: string): Finding[] {
  const { protocol, hostname } = new URL(server)
  if (protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return []
  return [note('encryption', `${server} is reached without encryption: others on the network can read your login.`, 'Use https.')]
}

const release = (text: string): string => text.split('.').slice(0, 2).join('.')

function versionFinding(there: string | undefined): Finding {
  if (!there)
    return fault(
      'version',
      `The server is older than this program (${version}).`,
      'Update the server, or install the baton of its release.',
    )
  if (release(there) === release(version)) return ok('version', `Both are ${there}`)
  return fault('version', `The server is ${there}, this program ${version}.`, `Install the baton of the server’s release: ${there}`)
}

function skewOf(answer: Response, asked: number): number | undefined {
  const there = Date.parse(answer.headers.get('date') ?? '')
  const now = Date.now()
  // The server's time lies between request and response; the header has whole seconds.
  if (Number.isNaN(there) || (there >= asked - 1000 && there <= now)) return Number.isNaN(there) ? undefined : 0
  return there < asked ? there - asked : there - now
}

function clockFinding(skew: number | undefined): Finding {
  if (skew === undefined) return note('clock', 'The server does not say what time it is.')
  if (Math.abs(skew) <= toleratedSkew) return ok('clock', 'The clocks agree')
  const seconds = Math.round(Math.abs(skew) / 1000)
  const words = skew < 0 ? 'ahead of' : 'behind'
  return fault(
    'clock',
    `This machine’s clock is ${seconds} seconds ${words} the server’s.`,
    'Synchronize it: timedatectl set-ntp true (or the server’s, if yours is right).',
  )
}
