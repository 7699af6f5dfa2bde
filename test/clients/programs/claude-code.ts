import { join } from 'node:path'
import { anthropic } from '../model/anthropic.ts'
import type { Program, Stage } from '../program.ts'
import { terminalSnippet } from './snippet.ts'

// npm doesn't run third-party install scripts, so the native binary is used directly instead of the stub that the script would replace.
const native = ({ folder }: Stage): string => join(folder, `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}`)

export const claudeCode: Program = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  protocol: anthropic,
  shows: 'structure',
  setup: ({ url }) => terminalSnippet('claude', url),
  env: ({ home, model }) => ({
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // As root it refuses to skip its permission prompts unless told that it runs in a sandbox.
    IS_SANDBOX: '1',
  }),
  command: (_stage, prompt) => ['claude', '-p', prompt, '--permission-mode', 'bypassPermissions', '--model', 'claude-sonnet-4-5'],
  path: (stage) => [native(stage)],
}
