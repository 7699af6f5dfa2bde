/** Realistic settings files: other servers, comments, odd indentation, unusual key order. Baton's entry is added in between. */
export interface Sample {
  client: string
  /** Relative to the home directory. */
  file: string
  before: string
  /** With Baton at http://baton.test added; `‹›` encloses what is new. */
  after: string
}

const header = (value: string): string => `{
        "Authorization": "Bearer ${value}"
      }`

export const samples: readonly Sample[] = [
  {
    client: 'claude',
    file: '.claude.json',
    before: `{
  "numStartups": 7,
  "mcpServers": {
    "other": { "type": "stdio", "command": "other" }
  },
  "theme":   "dark"
}`,
    after: `{
  "numStartups": 7,
  "mcpServers": {
    "other": { "type": "stdio", "command": "other" }‹,
    "baton": {
      "type": "http",
      "url": "http://baton.test/mcp",
      "headers": ${header('${BATON_TOKEN}')}
    }›
  },
  "theme":   "dark"
}`,
  },
  {
    client: 'codex',
    file: '.codex/config.toml',
    before: `# my settings
model = "gpt-5"   # the good one

[mcp_servers.other]
command = "other"
args = ["a", "b"]
`,
    after: `# my settings
model = "gpt-5"   # the good one

[mcp_servers.other]
command = "other"
args = ["a", "b"]
‹
[mcp_servers.baton]
url = "http://baton.test/mcp"
bearer_token_env_var = "BATON_TOKEN"
›`,
  },
  {
    client: 'gemini',
    file: '.gemini/settings.json',
    before: `{
\t// how it looks
\t"ui": { "theme": "GitHub" }, /* both
\tlines */
}
`,
    after: `{
\t// how it looks
\t"ui": { "theme": "GitHub" }‹,
\t"mcpServers": {
\t\t"baton": {
\t\t\t"url": "http://baton.test/mcp/sse",
\t\t\t"type": "sse",
\t\t\t"headers": {
\t\t\t\t"Authorization": "Bearer $BATON_TOKEN"
\t\t\t}
\t\t}
\t}›, /* both
\tlines */
}
`,
  },
  {
    client: 'cursor',
    file: '.cursor/mcp.json',
    before: `{"mcpServers": {}}\r\n`,
    after: `{"mcpServers": {‹\r\n  "baton": {\r\n    "url": "http://baton.test/mcp",\r\n    "headers": {\r\n      "Authorization": "Bearer \${env:BATON_TOKEN}"\r\n    }\r\n  }\r\n›}}\r\n`,
  },
  {
    client: 'vscode',
    file: '.config/Code/User/mcp.json',
    before: `{
    // servers of mine
    "inputs": [
        { "type": "promptString", "id": "other" }
    ],
    "servers": {
        "other": { "command": "other" } // keep
    }
}
`,
    after: `{
    // servers of mine
    "inputs": [
        { "type": "promptString", "id": "other" }‹,
        {
            "type": "promptString",
            "id": "baton-token",
            "description": "Baton token",
            "password": true
        }›
    ],
    "servers": {
        "other": { "command": "other" }‹,
        "baton": {
            "type": "http",
            "url": "http://baton.test/mcp",
            "headers": {
                "Authorization": "Bearer \${input:baton-token}"
            }
        }› // keep
    }
}
`,
  },
  {
    client: 'opencode',
    file: '.config/opencode/opencode.jsonc',
    before: `{
  "$schema": "https://opencode.ai/config.json",
  // models
  "model": "some/model",
  "mcp": {
    // mine
    "other": { "type": "local", "command": ["other"] },
  },
}
`,
    after: `{
  "$schema": "https://opencode.ai/config.json",
  // models
  "model": "some/model",
  "mcp": {
    // mine
    "other": { "type": "local", "command": ["other"] }‹,
    "baton": {
      "type": "remote",
      "url": "http://baton.test/mcp",
      "headers": ${header('{env:BATON_TOKEN}')},
      "oauth": false
    }›,
  },
}
`,
  },
  {
    client: 'copilot',
    file: '.copilot/mcp-config.json',
    before: `{ "mcpServers": { "other": { "type": "http", "url": "https://other.test", "tools": ["x"] } } }`,
    after:
      '{ "mcpServers": { "other": { "type": "http", "url": "https://other.test", "tools": ["x"] }‹, "baton": { "type": "http", "url": "http://baton.test/mcp", "headers": { "Authorization": "Bearer ${BATON_TOKEN}" }, "tools": [ "*" ] }› } }',
  },
  {
    client: 'qwen',
    file: '.qwen/settings.json',
    before: `{
  "security": { "auth": { "selectedType": "openai" } }
}
`,
    after: `{
  "security": { "auth": { "selectedType": "openai" } }‹,
  "mcpServers": {
    "baton": {
      "httpUrl": "http://baton.test/mcp",
      "headers": ${header('$BATON_TOKEN')},
      "trust": true
    }
  }›
}
`,
  },
  {
    client: 'continue',
    file: '.continue/config.yaml',
    before: `name: Mine # not yours
version: 1.0.0
schema: v1
mcpServers:
  # the first one
  - name: other
    command: other   # keep

models: []
`,
    after: `name: Mine # not yours
version: 1.0.0
schema: v1
mcpServers:
  # the first one
  - name: other
    command: other   # keep
‹  - name: baton
    type: streamable-http
    url: http://baton.test/mcp
    requestOptions:
      headers:
        Authorization: Bearer \${{ secrets.BATON_TOKEN }}
›
models: []
`,
  },
]
