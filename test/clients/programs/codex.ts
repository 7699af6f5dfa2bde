import { join } from 'node:path'
import { openai } from '../model/openai.ts'
import type { Program } from '../program.ts'
import { terminalSnippet } from './snippet.ts'

/** The model's address can also be passed later, as an argument. */
export const codexConfig = (model?: string): string => `model = "scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.scripted]
name = "Scripted"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
${model ? `base_url = "${model}/v1"` : ''}
`

export const codex: Program = {
  name: 'Codex',
  package: '@openai/codex',
  protocol: openai,
  shows: 'structure',
  files: () => ({ '.codex/config.toml': codexConfig() }),
  setup: ({ url }) => terminalSnippet('codex', url),
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'scripted' }),
  command: ({ model }, prompt) => [
    ...['codex', 'exec', '--skip-git-repo-check', '-c', `model_providers.scripted.base_url="${model}/v1"`],
    prompt,
  ],
}
