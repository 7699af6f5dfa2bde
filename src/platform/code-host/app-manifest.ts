import type { Config } from '../config.ts'

type Origins = Pick<Config, 'APP_URL'>

/** Where GitHub sends a person back after they have granted repositories. */
export const callbackUrl = ({ APP_URL }: Origins): string => new URL('/repositories/github', APP_URL).href

/** The variables that operators set once the App exists. */
export const appVariables = [
  'CODEHOST_APP_ID',
  'CODEHOST_PRIVATE_KEY',
  'CODEHOST_CLIENT_ID',
  'CODEHOST_CLIENT_SECRET',
  'CODEHOST_WEBHOOK_SECRET',
] as const

/** The longest name GitHub takes for an App. */
const longestName = 34

/** The App that this instance needs, as GitHub's manifest flow takes it: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
export function appManifest(config: Origins) {
  const at = (path: string) => new URL(path, config.APP_URL).href
  return {
    name: `Baton ${new URL(config.APP_URL).hostname}`.slice(0, longestName),
    url: at('/'),
    description: 'Reads repositories, and says in a check what gates still want.',
    public: false,
    redirect_url: at('/repositories/github-app'),
    callback_urls: [callbackUrl(config), at('/api/auth/oauth/github/callback')],
    hook_attributes: { url: at('/api/repos/github/webhook'), active: true },
    default_permissions: {
      metadata: 'read',
      contents: 'write',
      pull_requests: 'write',
      checks: 'write',
      issues: 'write',
      actions: 'read',
    },
    default_events: [
      'push',
      'create',
      'delete',
      'pull_request',
      'pull_request_review',
      'check_run',
      'check_suite',
      'issues',
      'issue_comment',
      'repository',
    ],
  }
}
