export type Transport = 'http' | 'sse'

/** Something to run, to put into a file, or to click. None of them contains a live token. */
export type Snippet =
  | { kind: 'terminal'; text: string }
  | { kind: 'file'; path: string; text: string }
  | { kind: 'link'; title: string; href: string }

export interface McpClient {
  id: string
  title: string
  transports: readonly Transport[]
  /** How the client gets the token. */
  about: string
  snippets(address: string, transport: Transport): Snippet[]
}

const variable = 'BATON_TOKEN'
const paste = `# paste the token here: it stays out of files and history\nread -rs ${variable} && export ${variable}`
const json = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/"headers": \{\s+("Authorization": "[^"]+")\s+\}/, '"headers": { $1 }')
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const both = ['http', 'sse'] as const

const vsCodeInput = { type: 'promptString', id: 'baton-token', description: 'Baton token', password: true }

export const mcpClients: readonly McpClient[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    transports: both,
    about: `Claude Code reads the token from ${variable} each time it starts. A plugin with hooks and a skill is in Baton’s repository, in plugins/claude-code.`,
    snippets: (url, type) => [
      {
        kind: 'terminal',
        text: `${paste}\nclaude mcp add -s user -t ${type} baton ${url} \\\n  -H 'Authorization: Bearer \${${variable}}'`,
      },
      {
        kind: 'file',
        path: '.mcp.json',
        text: json({ mcpServers: { baton: { type, url, headers: { Authorization: `Bearer \${${variable}}` } } } }),
      },
    ],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    transports: both,
    about: `Cursor reads the token from ${variable} in the environment it was started from.`,
    snippets: (url) => {
      const server = { url, headers: { Authorization: `Bearer \${env:${variable}}` } }
      const config = encodeURIComponent(base64(JSON.stringify(server)))
      return [
        { kind: 'link', title: 'Add to Cursor', href: `cursor://anysphere.cursor-deeplink/mcp/install?name=baton&config=${config}` },
        { kind: 'file', path: '.cursor/mcp.json', text: json({ mcpServers: { baton: server } }) },
      ]
    },
  },
  {
    id: 'vscode',
    title: 'VS Code',
    transports: both,
    about: 'VS Code asks for the token once and keeps it in its secret storage.',
    snippets: (url, type) => {
      const server = { type, url, headers: { Authorization: 'Bearer ${input:baton-token}' } }
      const install = encodeURIComponent(JSON.stringify({ name: 'baton', ...server, inputs: [vsCodeInput] }))
      return [
        { kind: 'link', title: 'Add to VS Code', href: `vscode:mcp/install?${install}` },
        { kind: 'file', path: '.vscode/mcp.json', text: json({ inputs: [vsCodeInput], servers: { baton: server } }) },
      ]
    },
  },
  {
    id: 'codex',
    title: 'Codex',
    transports: ['http'],
    about: `Codex reads the token from ${variable} each time it starts.`,
    snippets: (url) => [{ kind: 'terminal', text: `${paste}\ncodex mcp add baton --url ${url} --bearer-token-env-var ${variable}` }],
  },
  {
    id: 'gemini',
    title: 'Gemini',
    transports: both,
    about: `Gemini CLI reads the token from ${variable} each time it starts.`,
    snippets: (url, type) => [
      { kind: 'terminal', text: `${paste}\ngemini mcp add -s user -t ${type} -H 'Authorization: Bearer $${variable}' baton ${url}` },
    ],
  },
  {
    id: 'other',
    title: 'Other',
    transports: both,
    about: 'Any Model Context Protocol client: set the URL, and the token in a header.',
    snippets: (url, type) => [
      {
        kind: 'file',
        path: 'your client’s settings',
        text: json({ mcpServers: { baton: { type, url, headers: { Authorization: `Bearer \${${variable}}` } } } }),
      },
    ],
  },
]

/** Calls the server with the same token from the same terminal, bypassing the client. */
export const check = (url: string): string =>
  `curl -s ${url} -H "Authorization: Bearer $${variable}" \\\n  -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \\\n  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | head -c 300`
