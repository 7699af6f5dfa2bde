import { join } from 'node:path'
import { openai } from '../model/openai.ts'
import type { Program } from '../program.ts'
import { pageSnippet } from './snippet.ts'

export const copilotCli: Program = {
  name: 'Copilot CLI',
  package: '@github/copilot',
  protocol: openai,
  shows: 'both',
  files: ({ url }) => ({ '.copilot/mcp-config.json': JSON.stringify(pageSnippet('`~/.copilot/mcp-config.json`', url)) }),
  env: ({ home, model }) => ({
    COPILOT_HOME: join(home, '.copilot'),
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_MODEL: 'scripted',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  command: (_stage, prompt) => ['copilot', '-p', prompt, '--allow-all-tools', '--no-auto-update'],
}
