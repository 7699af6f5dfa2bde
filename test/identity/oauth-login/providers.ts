import { createEmulator, type SeedConfig } from 'emulate'

export const appUrl = 'https://baton.example.com'
export const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'
export const workTenant = '11111111-2222-4333-8444-555555555555'

const client = (provider: string) => ({
  client_id: `${provider}-id`,
  client_secret: `${provider}-secret`,
  name: 'Baton',
  redirect_uris: [`${appUrl}/api/auth/oauth/${provider}/callback`],
})

const names = ['ada', 'bob', 'eve'] as const

const seeds: Record<'github' | 'google' | 'microsoft', SeedConfig> = {
  github: {
    github: {
      users: [...names, 'cy', 'dan', 'fay'].map((login) => ({ login, name: `${login} of GitHub`, email: `${login}@github.example` })),
      oauth_apps: [client('github')],
    },
  },
  google: {
    google: {
      users: [
        ...names.map((name) => ({ email: `${name}@google.example`, name: `${name} of Google` })),
        { email: 'liar@google.example', name: 'Unverified', email_verified: false },
      ],
      oauth_clients: [client('google')],
    },
  },
  microsoft: {
    microsoft: {
      users: [
        ...names.map((name) => ({ email: `${name}@microsoft.example`, name: `${name} of Microsoft` })),
        { email: 'worker@microsoft.example', name: 'Worker', tenant_id: workTenant },
      ],
      oauth_clients: [client('microsoft')],
    },
  },
}

/** GitHub, Google and Microsoft as real local servers, and the settings that point Baton to them. */
export interface Providers {
  settings: Record<string, string>
  urls: { github: string; google: string; microsoft: string }
  close(): Promise<void>
}

export async function startProviders(): Promise<Providers> {
  const start = (service: 'github' | 'google' | 'microsoft') => createEmulator({ service, port: 0, seed: seeds[service] })
  const [github, google, microsoft] = await Promise.all([start('github'), start('google'), start('microsoft')])
  return {
    urls: { github: github.url, google: google.url, microsoft: microsoft.url },
    settings: {
      APP_URL: appUrl,
      CODEHOST_CLIENT_ID: 'github-id',
      CODEHOST_CLIENT_SECRET: 'github-secret',
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.url,
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GOOGLE_URL: google.url,
      MICROSOFT_CLIENT_ID: 'microsoft-id',
      MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
      MICROSOFT_URL: `${microsoft.url}/${consumers}/v2.0`,
    },
    close: async () => {
      await Promise.all([github.close(), google.close(), microsoft.close()])
    },
  }
}
