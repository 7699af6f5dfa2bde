import { gemini } from '../model/gemini.ts'
import type { Program } from '../program.ts'
import { terminalSnippet } from './snippet.ts'

export const geminiCli: Program = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  protocol: gemini,
  shows: 'text',
  files: () => ({ '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }) }),
  setup: ({ url }) => terminalSnippet('gemini', url, 'sse'),
  env: ({ home, model }) => ({
    GEMINI_CLI_HOME: home,
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  command: (_stage, prompt) => ['gemini', '-p', prompt, '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'],
}
