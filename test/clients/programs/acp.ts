import { fileURLToPath } from 'node:url'
import type { Program, Stage } from '../program.ts'
import { claudeCode } from './claude-code.ts'
import { codex, codexConfig } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'

const client = fileURLToPath(new URL('../acp-client.ts', import.meta.url))

/** The same program, started as an agent by an ACP client that passes Baton to it: its own settings don't mention Baton. */
function overAcp({ setup: _, ...program }: Program, agent: (stage: Stage) => string[], more: Partial<Program> = {}): Program {
  const command = (stage: Stage, prompt: string) => ['node', client, stage.url, prompt, ...agent(stage)]
  return { ...program, ...more, name: `${program.name} over ACP`, command }
}

/** These settings also hold the model, so only Baton is removed. */
function withoutBaton(stage: Stage): Record<string, string> {
  const { mcp: _, ...rest } = JSON.parse(opencode.files?.(stage)['work/opencode.json'] ?? '{}')
  return { 'work/opencode.json': JSON.stringify(rest) }
}

export const acpAgents: readonly Program[] = [
  overAcp(claudeCode, () => ['claude-agent-acp'], { package: '@agentclientprotocol/claude-agent-acp' }),
  overAcp(codex, () => ['codex-acp'], {
    package: '@zed-industries/codex-acp',
    files: ({ model }) => ({ '.codex/config.toml': codexConfig(model) }),
  }),
  overAcp(geminiCli, () => ['gemini', '--acp', '-m', 'gemini-2.5-flash']),
  overAcp(opencode, () => ['opencode', 'acp'], { files: withoutBaton }),
]
