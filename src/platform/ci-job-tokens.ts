import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { boundedFetch } from './bounded-fetch.ts'
import type { Config } from './config.ts'

/** What the code host asserts about a running CI job, once its signature has been verified. */
export interface JobClaims {
  jti: string
  /** The host's numeric repository id: a name can be reassigned to another repository. */
  repository: number
  expires: Date
  said: CiJob
}

/** The CI run that a job belongs to. */
export interface CiJob {
  /** The commit that was built: for a pull request the merge commit, not its head. */
  sha: string
  ref: string
  event: string
  /** Path of the workflow file that defines the job; null if that is in another repository. */
  workflow: string | null
  /** Path of the workflow file that the run started with, which differs if it calls another one. */
  caller: string | null
  run_url: string
}

export interface CiJobTokens {
  /** Whether a token claims to be a CI job token; that proves nothing. */
  recognises(token: string): boolean
  /** Null if the token is invalid: signature, issuer, audience, time or format. */
  verify(token: string, now: Date): Promise<JobClaims | null>
}

/** The issuer’s keys can't be fetched at the moment, so a token can be neither accepted nor rejected. */
export class IssuerUnavailable extends Error {}

const keysTimeout = 5000
const keysKept = 10 * 60_000
const toleranceSeconds = 30
const fetchKeys = boundedFetch(1024 ** 2)

/** GitHub has a separate issuer for the tokens of github.com; an Enterprise Server issues them under its own address. */
export const ciIssuer = (githubUrl: string): string =>
  githubUrl === 'https://github.com' ? 'https://token.actions.githubusercontent.com' : `${githubUrl}/_services/token`

const Claims = z.object({
  jti: z.string().min(1).max(200),
  exp: z.number(),
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  repository_id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
  sha: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/),
  ref: z.string().min(1).max(300),
  event_name: z.string().min(1).max(100),
  job_workflow_ref: z.string().max(500),
  workflow_ref: z.string().max(500).optional(),
  run_id: z.string().regex(/^\d{1,20}$/),
})

export function createCiJobTokens({ GITHUB_URL, APP_URL }: Pick<Config, 'GITHUB_URL' | 'APP_URL'>): CiJobTokens {
  const issuer = ciIssuer(GITHUB_URL)
  const audience = APP_URL.replace(/(?<!\/)\/+$/, '')
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), {
    timeoutDuration: keysTimeout,
    cacheMaxAge: keysKept,
    [customFetch]: fetchKeys,
  })
  return {
    recognises(token) {
      try {
        return decodeJwt(token).iss === issuer
      } catch {
        return false
      }
    },
    async verify(token, now) {
      const options = { issuer, audience, algorithms: ['RS256'], clockTolerance: toleranceSeconds, currentDate: now }
      const verified = await jwtVerify(token, keys, options).catch((error: unknown) => {
        if (isOutage(error)) throw new IssuerUnavailable('the keys of CI tokens could not be read', { cause: error })
        return null
      })
      const claims = Claims.safeParse(verified?.payload).data
      if (!claims) return null
      const { jti, exp, repository, repository_id, sha, ref, event_name, job_workflow_ref, workflow_ref, run_id } = claims
      return {
        jti,
        repository: repository_id,
        // Remembered for as long as the token would be accepted again.
        expires: new Date((exp + toleranceSeconds) * 1000),
        said: {
          sha,
          ref,
          event: event_name,
          workflow: pathOf(job_workflow_ref, repository),
          caller: pathOf(workflow_ref ?? job_workflow_ref, repository),
          run_url: `${GITHUB_URL}/${repository}/actions/runs/${run_id}`,
        },
      }
    },
  }
}

/** `owner/name/.github/workflows/ci.yml@refs/heads/main`: the path, if the file is this repository's. */
function pathOf(ref: string, repository: string): string | null {
  const match = /^([\w.-]+\/[\w.-]+)\/(\.github\/workflows\/[^@/]+\.ya?ml)@./.exec(ref)
  return match?.[1]?.toLowerCase() === repository.toLowerCase() ? (match[2] ?? null) : null
}

/** A key that is missing from the issuer's key set is the token's fault; a key set that can't be fetched is an outage. */
const isOutage = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC'
