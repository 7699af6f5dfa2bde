import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { isCommandAllowed, shellLine } from './command-line.ts'
import type { Client } from './run-rules.ts'

type ToolCall = RequestPermissionRequest['toolCall']
type Rules = Pick<Client, 'commands' | 'permissions'>

/**
 * Answers an agent's permission request: Baton's tools, and reading and editing within the worktree, are allowed; anything else is up
 * to the machine's file. Prefers a one-time answer, so that the agent asks again the next time.
 */
export function answerPermission(
  { toolCall, options }: RequestPermissionRequest,
  worktree: string,
  rules: Rules,
): { answer: RequestPermissionResponse; allows: boolean } {
  const allows = isBatons(toolCall) || isAllowed(toolCall, worktree, rules)
  const wanted = allows ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const chosen = wanted.flatMap((kind) => options.find((one) => one.kind === kind) ?? [])[0]
  return { answer: { outcome: chosen ? { outcome: 'selected', optionId: chosen.optionId } : { outcome: 'cancelled' } }, allows }
}

/** Goes by the tool name given by the agent's program, not by a title that a model may have written. */
function isBatons({ name, toolCallId, kind }: ToolCall): boolean {
  if (name) return /^mcp__baton__\w+$/.test(name)
  // Gemini CLI puts the tool's name into the call's id.
  return kind === 'other' && /^mcp_baton_[a-z_]+__/.test(toolCallId)
}

function isAllowed(
  { kind, locations, rawInput }: ToolCall,
  worktree: string,
  { permissions: allowed = [], commands = [] }: Rules,
): boolean {
  const paths = (locations ?? []).map(({ path }) => path)
  const inside = paths.length > 0 && paths.every((path) => isWithin(worktree, path))
  if (kind === 'think') return true
  if (kind === 'read' || kind === 'search') return inside || allowed.includes('read')
  if (kind === 'edit' || kind === 'delete' || kind === 'move') return inside || allowed.includes('edit')
  if (kind === 'execute') return allowed.includes(kind) || mayRun(rawInput, worktree, commands)
  if (kind === 'fetch') return allowed.includes(kind)
  return allowed.includes('other')
}

/** Goes by the command that the agent's program is about to run, not by the title of the call. */
function mayRun(input: unknown, worktree: string, commands: readonly string[]): boolean {
  const { command, cwd } = (input ?? {}) as { command?: unknown; cwd?: unknown }
  const line = shellLine(command)
  if (line === null || (cwd !== undefined && !(typeof cwd === 'string' && isWithin(worktree, cwd)))) return false
  return isCommandAllowed(line, commands, (folder) => isWithin(worktree, folder))
}

/** Compares real paths, with all symlinks resolved as far as the path exists. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(realOf(folder), realOf(resolve(folder, path)))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : resolve(realOf(parent), relative(parent, path))
  }
}
