import { openai } from '../model/openai.ts'
import type { Program } from '../program.ts'
import { pageSnippet } from './snippet.ts'

export const qwenCode: Program = {
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  protocol: openai,
  shows: 'both',
  files: ({ url }) => ({
    '.qwen/settings.json': JSON.stringify({
      ...pageSnippet('`~/.qwen/settings.json`', url),
      security: { auth: { selectedType: 'openai' } },
    }),
  }),
  env: ({ model }) => ({ OPENAI_API_KEY: 'scripted', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' }),
  command: (_stage, prompt) => ['qwen', '-p', prompt, '--approval-mode', 'yolo'],
}
