interface Token {
  name: 'bot_token' | 'app_token' | 'channel' | 'api_key' | 'site' | 'email' | 'api_token'
  label: string
  hint: string
  secret: boolean
  placeholder: string
}

export interface Provider {
  name: 'slack' | 'linear' | 'jira'
  title: string
  about: string
  where: string
  fields: readonly Token[]
}

const secret = (name: Token['name'], label: string, placeholder: string, hint: string): Token => ({
  name,
  label,
  placeholder,
  hint,
  secret: true,
})
const open = (name: Token['name'], label: string, placeholder: string, hint: string): Token => ({
  name,
  label,
  placeholder,
  hint,
  secret: false,
})

export const providers: readonly Provider[] = [
  {
    name: 'slack',
    title: 'Slack',
    about: 'Get approvals, questions, blocked agents and dangerous actions in Slack. You decide in Baton.',
    where: 'Create a Slack app with Socket Mode on, give its bot the scope chat:write, and install it in your workspace.',
    fields: [
      secret('bot_token', 'Bot token', 'xoxb-…', 'Under OAuth & Permissions, after installing the app'),
      secret('app_token', 'App-level token', 'xapp-…', 'Under Basic Information, App-Level Tokens, with the scope connections:write'),
      open('channel', 'Channel or member ID', 'U012AB3CD', 'Your own member ID for direct messages, or a channel the app is in'),
    ],
  },
  {
    name: 'linear',
    title: 'Linear',
    about: 'Import a team with its projects, issues, labels, estimates and comments.',
    where: 'Create a personal API key in Linear: Settings, Security & access. Read access is enough.',
    fields: [secret('api_key', 'API key', 'lin_api_…', 'Has the same access as you in Linear')],
  },
  {
    name: 'jira',
    title: 'Jira',
    about: 'Import a project of Jira Cloud with its epics, issues, story points and comments.',
    where: 'Create an API token at id.atlassian.com, Security, API tokens.',
    fields: [
      open('site', 'Site', 'https://your-site.atlassian.net', 'Your Jira URL'),
      open('email', 'Email', 'you@example.com', 'Email of the Atlassian account'),
      secret('api_token', 'API token', '', 'Has the same access as you in Jira'),
    ],
  },
]

export const titleOf = (name: string): string => providers.find((one) => one.name === name)?.title ?? name
