import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { newKeyPair, publicKeyOf, type OfferedSigner } from '../../src/platform/tunnel-protocol.ts'

/** What pairing established; nothing the server says later changes any of it. */
export interface Pairing {
  url: string
  id: string
  organization_id: string
  server_public_key: string
  origin: string
  rp_id: string
}

export const defaultHome = (): string =>
  process.env['BATON_MACHINE_HOME'] ?? join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'baton', 'machine')

/** The machine's own folder: its key, its pairing, its allow list and the passkeys it trusts. Only its user can read it. */
export class Home {
  readonly folder: string

  constructor(folder = defaultHome()) {
    this.folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Created once and kept: after a reinstallation it is still the same machine. */
  get privateKey(): string {
    if (!existsSync(this.path('key.pem'))) this.#write('key.pem', newKeyPair().privateKey)
    return readFileSync(this.path('key.pem'), 'utf8')
  }

  get publicKey(): Buffer {
    return publicKeyOf(this.privateKey)
  }

  get pairing(): Pairing | null {
    return this.#read<Pairing | null>('pairing.json', null)
  }

  pair(pairing: Pairing): void {
    this.#write('pairing.json', JSON.stringify(pairing, null, 2))
  }

  /** Passkeys offered by the server: mere candidates until they are confirmed here. */
  get offered(): OfferedSigner[] {
    return this.#read<OfferedSigner[]>('offered.json', [])
  }

  offer(signers: readonly OfferedSigner[]): void {
    this.#write('offered.json', JSON.stringify(signers, null, 2))
  }

  /** Passkeys that the machine's user has confirmed on this machine. */
  get signers(): OfferedSigner[] {
    return this.#read<OfferedSigner[]>('signers.json', [])
  }

  /** The fingerprint must match the one shown where the passkey was created. Returns whether there is such a candidate. */
  trust(fingerprint: string): boolean {
    const found = this.offered.find((one) => one.fingerprint === fingerprint)
    if (!found) return false
    const others = this.signers.filter((one) => one.credential_id !== found.credential_id)
    this.#write('signers.json', JSON.stringify([...others, found], null, 2))
    return true
  }

  distrust(fingerprint: string): void {
    this.#write(
      'signers.json',
      JSON.stringify(
        this.signers.filter((one) => one.fingerprint !== fingerprint),
        null,
        2,
      ),
    )
  }

  /** Two processes sharing a journal could run an action twice, so only one may run. Returns a function that releases the lock. */
  lock(): () => void {
    const file = this.path('lock')
    for (let tries = 0; tries < 2; tries++) {
      try {
        const handle = openSync(file, 'wx', 0o600)
        writeSync(handle, `${process.pid} ${startOf(process.pid)}`)
        closeSync(handle)
        return () => rmSync(file, { force: true })
      } catch {
        const [pid = '', started] = readFileSync(file, 'utf8').split(' ')
        // After a reboot, another process may have this pid, so the start time must match too.
        if (isAlive(Number(pid)) && startOf(Number(pid)) === started)
          throw new Error(`This machine already runs as process ${pid}. Stop that one first.`)
        rmSync(file, { force: true })
      }
    }
    throw new Error(`The lock ${file} cannot be taken. Remove it if no other process runs.`)
  }

  #read<Value>(name: string, fallback: Value): Value {
    if (!existsSync(this.path(name))) return fallback
    try {
      return JSON.parse(readFileSync(this.path(name), 'utf8')) as Value
    } catch {
      throw new Error(`${this.path(name)} is not valid JSON. Correct it, or remove it and pair the machine again.`)
    }
  }

  /** Atomic, also in a power failure. */
  #write(name: string, text: string): void {
    const next = this.path(`${name}.next`)
    const handle = openSync(next, 'w', 0o600)
    writeSync(handle, text)
    fsyncSync(handle)
    closeSync(handle)
    renameSync(next, this.path(name))
  }
}

/** A process's start time, if the system has /proc; otherwise empty. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
