import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AllowList } from '@baton/machine/allow-list'
import { defaultHome } from '@baton/machine/home'
import { modeOf, readJson } from '../config/files.ts'
import { configFolder, credentialsFile, tokenFile } from '../config/paths.ts'
import { toCliError } from '../errors.ts'
import { missingPrograms } from '../machine/missing-programs.ts'
import { oldestNode } from '../version.ts'
import { fault, ok, type Finding } from './finding.ts'

type Env = NodeJS.ProcessEnv

/** Checks that need no network. */
export const checkMachine = (env: Env): Finding[] => [
  checkNode(),
  checkFolder(env),
  ...[credentialsFile(env), tokenFile(env)].flatMap(checkSecretFile),
  ...checkAuthorities(env),
  ...checkAllowList(),
]

function checkNode(): Finding {
  const { node } = process.versions
  if (Number.parseInt(node) >= oldestNode) return ok('node', `Node ${node}`)
  return fault('node', `Node ${node} is too old: baton needs ${oldestNode} or later.`, 'Install a newer Node: https://nodejs.org')
}

function checkFolder(env: Env): Finding {
  const folder = configFolder(env)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const probe = join(folder, `.${randomBytes(4).toString('hex')}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return ok('config_folder', `${folder} can be written`)
  } catch (error) {
    return fault(
      'config_folder',
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): logins cannot be stored.`,
      `Make it yours (chown, chmod u+rwx), or name another folder with XDG_CONFIG_HOME.`,
    )
  }
}

/** A login or token that others on this machine can read is theirs to use as well. */
function checkSecretFile(file: string): Finding[] {
  const mode = modeOf(file)
  if (mode === undefined) return []
  if (mode & 0o077 && process.platform !== 'win32') {
    const shown = mode.toString(8).padStart(3, '0')
    return [
      fault(
        'token_file',
        `${file} can be read by others (mode ${shown}).`,
        `Run: chmod 600 ${file}, and log in again if somebody may have read it.`,
      ),
    ]
  }
  try {
    accessSync(file, constants.R_OK)
    if (file.endsWith('.json')) readJson(file, {})
    return [ok('token_file', `Only you can read ${file}`)]
  } catch (error) {
    const { message, next } = toCliError(error)
    return [fault('token_file', message, next)]
  }
}

/** Checks what this machine starts for its server, if it is paired with one. */
function checkAllowList(): Finding[] {
  const file = join(defaultHome(), 'allow.json')
  if (modeOf(file) === undefined) return []
  try {
    const { runs } = AllowList.read(file)
    const [missing] = runs ? missingPrograms(runs) : []
    if (runs && missing) {
      const { name, program } = missing
      return [
        fault('allow_list', `${file}: the client ${name} starts ${program}, which is not in PATH.`, 'Install it, or give its full path.'),
      ]
    }
    return [ok('allow_list', `${file} is valid`)]
  } catch (error) {
    return [fault('allow_list', (error as Error).message, 'Correct it, then check it: baton tunnel allow')]
  }
}

/** Node reports nothing that a command would notice if this file is missing or empty. */
function checkAuthorities(env: Env): Finding[] {
  const file = env['NODE_EXTRA_CA_CERTS']
  if (!file) return []
  try {
    if (readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----')) return [ok('private_ca', `${file} holds certificates`)]
    return [
      fault(
        'private_ca',
        `NODE_EXTRA_CA_CERTS names ${file}, which holds no certificate.`,
        'Name a PEM file; it has a line that says BEGIN CERTIFICATE.',
      ),
    ]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [
      fault(
        'private_ca',
        `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read (${code}).`,
        'Correct the path, or unset NODE_EXTRA_CA_CERTS.',
      ),
    ]
  }
}
