import { normalised } from './transcript.ts'

const before = `# An agent's whole loop

What two agents of one person did over MCP, as \`npm run agent-loop\` printed it. Ids are numbered and times left out; the rest is what went over the wire, with
of each answer the fields that matter. Every call is a tool any MCP client has. Run it yourself against a Baton of yours:

\`\`\`
APP_URL=http://localhost:4000 BATON_TOKEN=svc_live_… npm run agent-loop
\`\`\`

Without \`BATON_TOKEN\` it registers an account first. This page is written by its test (\`npx vitest run test/mcp/agent-loop.test.ts -u\`), which fails when the page says anything else than what happens.

## The transcript
`

export const page = (transcript: string): string => before + normalised(transcript)
