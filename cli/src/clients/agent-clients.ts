import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { configHome, homeOf } from '../config/paths.ts'
import type { FileFormat } from './formats/format.ts'
import { json } from './formats/json.ts'
import { toml } from './formats/toml.ts'
import { yaml } from './formats/yaml.ts'

type Env = NodeJS.ProcessEnv
/** Authenticates with a token from an environment variable, or with a browser login that the client starts itself. */
export type Auth = 'token' | 'oauth'

/** A program that runs agents, and where its MCP servers are configured. */
export interface AgentClient {
  id: string
  title: string
  format: FileFormat
  /** The key under which its servers are listed. */
  servers: string
  file(env: Env): string
  /** Its own folder and its executable: either one shows that the client is installed. */
  folder(env: Env): string
  program: string
  entry(server: string, auth: Auth): Record<string, unknown>
  /** Also added to the file. */
  inputs?: { key: string; value: { id: string } & Record<string, unknown> }
  /** Additional content of a newly created file. */
  header?: Record<string, unknown>
  /** The client prompts for the token itself. */
  asksForToken?: boolean
}

const variable = 'BATON_TOKEN'
const home = (env: Env, name: string, ...path: string[]): string => join(env[name] || homeOf(env), ...path)
const withHeader = (auth: Auth, value: string) => (auth === 'token' ? { headers: { Authorization: `Bearer ${value}` } } : {})

function codeFolder(env: Env): string {
  if (process.platform === 'darwin') return join(homeOf(env), 'Library/Application Support/Code/User')
  if (process.platform === 'win32') return join(env['APPDATA'] || join(homeOf(env), 'AppData/Roaming'), 'Code/User')
  return join(configHome(env), 'Code/User')
}

function opencodeFile(env: Env): string {
  const folder = join(configHome(env), 'opencode')
  const commented = join(folder, 'opencode.jsonc')
  return existsSync(commented) ? commented : join(folder, 'opencode.json')
}

/** The same clients as in docs/clients.md and on the dashboard's page; test/cli keeps them in sync. */
export const agentClients: readonly AgentClient[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    format: json,
    servers: 'mcpServers',
    file: (env) => home(env, 'CLAUDE_CONFIG_DIR', '.claude.json'),
    folder: (env) => env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude'),
    program: 'claude',
    entry: (server, auth) => ({ type: 'http', url: `${server}/mcp`, ...withHeader(auth, `\${${variable}}`) }),
  },
  {
    id: 'codex',
    title: 'Codex',
    format: toml,
    servers: 'mcp_servers',
    file: (env) => join(env['CODEX_HOME'] || join(homeOf(env), '.codex'), 'config.toml'),
    folder: (env) => env['CODEX_HOME'] || join(homeOf(env), '.codex'),
    program: 'codex',
    entry: (server, auth) => ({ url: `${server}/mcp`, ...(auth === 'token' && { bearer_token_env_var: variable }) }),
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: json,
    servers: 'mcpServers',
    file: (env) => home(env, 'GEMINI_CLI_HOME', '.gemini/settings.json'),
    folder: (env) => home(env, 'GEMINI_CLI_HOME', '.gemini'),
    program: 'gemini',
    entry: (server, auth) => ({ url: `${server}/mcp/sse`, type: 'sse', ...withHeader(auth, `$${variable}`) }),
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: json,
    servers: 'mcpServers',
    file: (env) => join(homeOf(env), '.cursor/mcp.json'),
    folder: (env) => join(homeOf(env), '.cursor'),
    program: 'cursor',
    entry: (server, auth) => ({ url: `${server}/mcp`, ...withHeader(auth, `\${env:${variable}}`) }),
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: json,
    servers: 'servers',
    file: (env) => join(codeFolder(env), 'mcp.json'),
    folder: codeFolder,
    program: 'code',
    entry: (server, auth) => ({ type: 'http', url: `${server}/mcp`, ...withHeader(auth, '${input:baton-token}') }),
    inputs: { key: 'inputs', value: { type: 'promptString', id: 'baton-token', description: 'Baton token', password: true } },
    asksForToken: true,
  },
  {
    id: 'opencode',
    title: 'opencode',
    format: json,
    servers: 'mcp',
    file: opencodeFile,
    folder: (env) => join(configHome(env), 'opencode'),
    program: 'opencode',
    entry: (server, auth) => ({
      type: 'remote',
      url: `${server}/mcp`,
      ...withHeader(auth, `{env:${variable}}`),
      ...(auth === 'token' && { oauth: false }),
    }),
    header: { $schema: 'https://opencode.ai/config.json' },
  },
  {
    id: 'copilot',
    title: 'Copilot CLI',
    format: json,
    servers: 'mcpServers',
    file: (env) => join(env['COPILOT_HOME'] || join(homeOf(env), '.copilot'), 'mcp-config.json'),
    folder: (env) => env['COPILOT_HOME'] || join(homeOf(env), '.copilot'),
    program: 'copilot',
    entry: (server, auth) => ({ type: 'http', url: `${server}/mcp`, ...withHeader(auth, `\${${variable}}`), tools: ['*'] }),
  },
  {
    id: 'qwen',
    title: 'Qwen Code',
    format: json,
    servers: 'mcpServers',
    file: (env) => join(homeOf(env), '.qwen/settings.json'),
    folder: (env) => join(homeOf(env), '.qwen'),
    program: 'qwen',
    entry: (server, auth) => ({ httpUrl: `${server}/mcp`, ...withHeader(auth, `$${variable}`), trust: true }),
  },
  {
    id: 'continue',
    title: 'Continue',
    format: yaml,
    servers: 'mcpServers',
    file: (env) => join(env['CONTINUE_GLOBAL_DIR'] || join(homeOf(env), '.continue'), 'config.yaml'),
    folder: (env) => env['CONTINUE_GLOBAL_DIR'] || join(homeOf(env), '.continue'),
    program: 'cn',
    entry: (server, auth) => {
      const options = withHeader(auth, `\${{ secrets.${variable} }}`)
      return { type: 'streamable-http', url: `${server}/mcp`, ...(auth === 'token' && { requestOptions: options }) }
    },
    header: { name: 'Main Config', version: '1.0.0', schema: 'v1' },
  },
]

export function isInstalled({ folder, file, program }: AgentClient, env: Env): boolean {
  const onPath = (env['PATH'] ?? '').split(delimiter).some((place) => place !== '' && existsSync(join(place, program)))
  return onPath || existsSync(folder(env)) || existsSync(file(env))
}
