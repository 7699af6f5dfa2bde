import { normalised } from './transcript.ts'

const before = `# An agent's whole loop

What two windows of Codex did in Baton, as \`npm run agent-loop\` printed it. Codex and its MCP stack are the real thing, fetched at an exact version when they are missing (about 440 MB); no model is
asked, its decisions are written down in \`scripts/agent-loop\`. Ids are numbered and times left out; the rest is what the program shows its model, with
of each answer the fields that matter. Every call is a tool any MCP client has. Run it yourself against a Baton of yours:

\`\`\`
APP_URL=http://localhost:4000 BATON_TOKEN=svc_live_… npm run agent-loop
\`\`\`

The account may be in use: the loop works in a project of its own and takes nothing of what others do. Without \`BATON_TOKEN\` it registers an account first. This page is written by its test (\`npx vitest run test/mcp/agent-loop.test.ts -u\`), which fails when the page says anything else than what happens.

## The transcript
`

export const page = (transcript: string): string => before + normalised(transcript)
