import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './mail-server.ts'
import { send } from './person.ts'
import { waitFor } from './wait.ts'

const script = fileURLToPath(new URL('../../scripts/debian-13.sh', import.meta.url))
/** It is fetched at its first use. */
export const toFetch = 300_000

export interface Setup {
  rules: string
  /** The addresses of the processes, by job. */
  targets: Record<string, string[]>
}

/** A real Prometheus that scrapes every other second and judges every second. */
export interface Prometheus {
  /** From now on it has these rules and scrapes these. */
  use(setup: Setup): Promise<void>
  /** The only value, or NaN. */
  value(query: string): Promise<number>
  /** The names of the alerts that fire, and each name with each of its labels: `BatonQueueStuck`, `BatonQueueStuck purge`. */
  firing(): Promise<Set<string>>
  close(): Promise<void>
}

export async function startPrometheus(setup: Setup): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-prometheus-'))
  const write = async ({ rules, targets }: Setup) => {
    const jobs = Object.entries(targets).map(([job_name, urls]) => ({
      job_name,
      static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
    }))
    const global = { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' }
    await writeFile(join(folder, 'rules.yml'), rules)
    // JSON is YAML.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify({ global, rule_files: ['rules.yml'], scrape_configs: jobs }))
  }
  await write(setup)
  const listen = `127.0.0.1:${await freePort()}`
  const places = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const options = ['prometheus', ...places, `--web.listen-address=${listen}`, '--web.enable-lifecycle']
  const child = spawn(script, options, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://${listen}`
  const ready = async () => {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    return (await fetch(`${url}/-/ready`).catch(() => null))?.ok ?? false
  }
  await waitFor('prometheus to answer', ready, Boolean, toFetch)
  return {
    async use(next) {
      await write(next)
      const { status, text } = await send(url, 'POST', '/-/reload')
      if (status !== 200) throw new Error(`prometheus refuses its settings: ${text}`)
    },
    async value(query) {
      const { body } = await send(url, 'GET', `/api/v1/query?query=${encodeURIComponent(query)}`)
      return Number(body.data.result[0]?.value[1])
    },
    async firing() {
      const { body } = await send(url, 'GET', '/api/v1/alerts')
      const fired = body.data.alerts.filter(({ state }: { state: string }) => state === 'firing')
      return new Set(
        fired.flatMap(({ labels: { alertname, ...labels } }: { labels: Record<string, string> }) => [
          alertname,
          ...Object.values(labels).map((value) => `${alertname} ${value}`),
        ]),
      )
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
