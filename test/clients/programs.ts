import type { Program } from './program.ts'
import { acpAgents } from './programs/acp.ts'
import { claudeCode } from './programs/claude-code.ts'
import { codex } from './programs/codex.ts'
import { continueCli } from './programs/continue.ts'
import { copilotCli } from './programs/copilot-cli.ts'
import { geminiCli } from './programs/gemini-cli.ts'
import { opencode } from './programs/opencode.ts'
import { qwenCode } from './programs/qwen-code.ts'

/** Those that fit into CI. */
export const everyDay: readonly Program[] = [claudeCode, codex, geminiCli]
export const programs: readonly Program[] = [...everyDay, opencode, copilotCli, qwenCode, continueCli, ...acpAgents]
