import type { Client } from './run-rules.ts'

/** What an agent needs to commit its work, by the first words of each command. Sending it anywhere is not among it. */
const gitCommands = ['git add', 'git commit', 'git status', 'git diff', 'git log']

const baton = { mcpServers: { baton: { httpUrl: '{mcp_url}', headers: { Authorization: 'Bearer {token}' } } } }
const opencodeBaton = { mcp: { baton: { type: 'remote', url: '{mcp_url}', headers: { Authorization: 'Bearer {token}' } } } }

/**
 * The clients of docs/dispatch.md, by the names they have in a machine's file: each may commit in its worktree and run these test commands,
 * and as little else as its own settings can be told.
 */
export function presets(tests: readonly string[] = ['npm test']): Record<string, Client> {
  const commands = [...gitCommands, ...tests]
  const tools = ['mcp__baton', ...commands.map((one) => `Bash(${one} *)`)].join(',')
  const claude = ['-p', '{prompt}', '--mcp-config', '{mcp_config}', '--strict-mcp-config']
  const mayCommit = ['--permission-mode', 'acceptEdits', '--allowedTools', tools]
  const gemini = {
    env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: '{run_folder}/settings.json', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    keep_env: ['GEMINI_API_KEY'],
  }
  return {
    claude: {
      protocol: 'command',
      command: ['claude', ...claude, ...mayCommit],
      resume: ['claude', '--continue', ...claude, ...mayCommit],
      keep_env: ['ANTHROPIC_API_KEY'],
      timeout_minutes: 60,
    },
    'claude-acp': { protocol: 'acp', command: ['claude-agent-acp'], keep_env: ['ANTHROPIC_API_KEY'], commands },
    codex: {
      protocol: 'command',
      command: [
        ...['codex', 'exec', '--sandbox', 'danger-full-access'],
        ...['-c', 'mcp_servers.baton.url="{mcp_url}"', '-c', 'mcp_servers.baton.bearer_token_env_var="BATON_TOKEN"', '{prompt}'],
      ],
      env: { BATON_TOKEN: '{token}' },
    },
    'codex-acp': { protocol: 'acp', command: ['codex-acp'], commands },
    gemini: {
      protocol: 'command',
      command: ['gemini', '-p', '{prompt}', '--approval-mode', 'yolo'],
      files: { 'settings.json': baton },
      ...gemini,
    },
    'gemini-acp': { protocol: 'acp', command: ['gemini', '--acp'], keep_env: ['GEMINI_API_KEY'], permissions: ['execute'] },
    opencode: {
      protocol: 'command',
      command: ['opencode', 'run', '{prompt}'],
      files: { 'opencode.json': opencodeBaton },
      env: { OPENCODE_CONFIG: '{run_folder}/opencode.json' },
    },
    'opencode-acp': { protocol: 'acp', command: ['opencode', 'acp'] },
  }
}
