import { z } from 'zod'
import { boundedFetch, jsonOf } from './bounded-fetch.ts'
import type { ProviderIdentity } from './provider-identity.ts'

const fetchGitHub = boundedFetch(1024 ** 2)
const User = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub has no id_token: the profile and the primary email address are read with the access token, which is then discarded. */
export async function readGitHubIdentity(url: string, token: string, timeout: number): Promise<ProviderIdentity> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'user-agent': 'baton' }
    const response = await fetchGitHub(url + path, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) })
    if (!response.ok) throw Object.assign(new Error('GitHub refused'), { code: `GITHUB_${response.status}` })
    return jsonOf(response)
  }
  const [user, emails] = await Promise.all([ask('/user'), ask('/user/emails')])
  const { id, login, name } = User.parse(user)
  const primary = Emails.parse(emails).find((one) => one.primary)
  return { subject: String(id), email: primary?.email ?? null, emailVerified: primary?.verified ?? false, name: name || login }
}
