import { join } from 'node:path'
import { openai } from '../model/openai.ts'
import type { Program } from '../program.ts'
import { pageSnippet } from './snippet.ts'

const provider = (model: string) => ({
  npm: '@ai-sdk/openai-compatible',
  name: 'Scripted',
  options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
  models: { scripted: { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8000 } } },
})

export const opencode: Program = {
  name: 'opencode',
  package: 'opencode-ai',
  protocol: openai,
  shows: 'text',
  files: ({ url, model }) => ({
    'work/opencode.json': JSON.stringify({
      ...pageSnippet('`opencode.json`', url),
      ...{ autoupdate: false, share: 'disabled', model: 'scripted/scripted', small_model: 'scripted/scripted' },
      ...{ provider: { scripted: provider(model) }, permission: { '*': 'allow' } },
    }),
  }),
  env: ({ home }) => ({
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.data'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.state'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  command: (_stage, prompt) => ['opencode', 'run', prompt],
}
