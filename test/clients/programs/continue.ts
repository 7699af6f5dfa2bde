import { openai } from '../model/openai.ts'
import type { Program } from '../program.ts'
import { pageText } from './snippet.ts'

const models = (model: string): string => `name: Scripted
version: 1.0.0
schema: v1
models:
  - name: scripted
    provider: openai
    model: scripted
    apiBase: ${model}/v1
    apiKey: scripted
    roles: [chat]
    capabilities: [tool_use]
`

export const continueCli: Program = {
  name: 'Continue',
  package: '@continuedev/cli',
  protocol: openai,
  shows: 'text',
  files: ({ url, model }) => ({
    'config.yaml': models(model) + pageText('`~/.continue/config.yaml`', url),
  }),
  env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
  command: ({ home }, prompt) => ['cn', '--config', `${home}/config.yaml`, '--auto', '-p', prompt],
}
