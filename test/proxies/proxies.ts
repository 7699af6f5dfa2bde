import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../identity/oauth-server/baton-at.ts'
import { waitFor } from '../harness/wait.ts'

export interface Proxy {
  url: string
  stop(): Promise<void>
}

const shipped = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

/** Replaces what an operator would; if a line no longer exists, this test is out of date. */
function changed(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`deploy/ has no line with ${from}`)
    return all.replaceAll(from, to)
  }, text)
}

/** Debian's packages, unpacked once outside the system: installing them would start services. */
function program(name: 'nginx' | 'caddy'): string {
  const folder = join(process.env['XDG_CACHE_HOME'] || '/var/tmp', `baton-${name}-${process.getuid?.()}`)
  const path = join(folder, name === 'nginx' ? 'usr/sbin/nginx' : 'usr/bin/caddy')
  if (existsSync(path)) return path
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const fetch = `cd "$1" && apt-get -qq -o APT::Sandbox::User=root download "$2" && dpkg-deb -x "$2"_*.deb .`
  const steps = `(${fetch}) || { apt-get -qq update; ${fetch}; }`
  execFileSync('bash', ['-c', steps, 'fetch', fresh, name], { stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return path
}

async function start(name: 'nginx' | 'caddy', folder: string, args: string[], port: number): Promise<Proxy> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program(name), args, { env, cwd: folder })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const url = `http://127.0.0.1:${port}`
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await waitFor(`${name} to answer`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} does not answer: ${said}`)
    return (await fetch(`${url}/health/live`).catch(() => null))?.ok
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** The shipped configuration, without TLS and on other ports. */
export const proxies = {
  async nginx(upstream: string): Promise<Proxy> {
    const folder = await mkdtemp(join(tmpdir(), 'baton-nginx-'))
    const port = await freePort()
    const site = changed(shipped('nginx.conf'), {
      'listen 443 ssl;': `listen 127.0.0.1:${port};`,
      'server 127.0.0.1:4000;': `server ${new URL(upstream).host};`,
      'ssl_certificate /etc/ssl/baton.example.com.pem;': '',
      'ssl_certificate_key /etc/ssl/private/baton.example.com.key;': '',
    })
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const places = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')
    const main = `daemon off; master_process off; pid ${folder}/pid; events {}\nhttp { gzip on; access_log off; ${places}\n${site}\n}`
    await writeFile(join(folder, 'nginx.conf'), main)
    return start('nginx', folder, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], port)
  },
  async caddy(upstream: string): Promise<Proxy> {
    const folder = await mkdtemp(join(tmpdir(), 'baton-caddy-'))
    const port = await freePort()
    const site = changed(shipped('Caddyfile'), {
      'baton.example.com {': `http://127.0.0.1:${port} {`,
      'reverse_proxy 127.0.0.1:4000': `reverse_proxy ${new URL(upstream).host}`,
    })
    await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
    return start('caddy', folder, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], port)
  },
}
