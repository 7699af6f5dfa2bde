import { spawn } from 'node:child_process'

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * An address that a server names, if it is a page of that same server: https, or http on this machine. A system's opener starts whatever it is
 * given, programs on other people's shares included, so nothing else is passed on to it.
 */
export function pageOf(address: string, server: string): string | null {
  const [page, own] = [URL.parse(address), URL.parse(server)]
  if (!page || !own || page.hostname !== own.hostname || page.username !== '' || page.password !== '') return null
  return page.protocol === 'https:' || (page.protocol === 'http:' && loopback.has(page.hostname)) ? page.href : null
}

const isPage = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** Opens BROWSER, as other programs read it, else the system's default opener. False if nothing could be started. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, ...args] = commandOf(env)
  if (!command || !isPage(url)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore', env })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function commandOf(env: NodeJS.ProcessEnv): string[] {
  if (env['BROWSER']) return [env['BROWSER']]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
