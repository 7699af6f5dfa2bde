import type { ProviderIdentity } from './provider-identity.ts'

type Claims = Record<string, unknown> & { sub: string }

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const readGoogleIdentity = (claims: Claims): ProviderIdentity => ({
  subject: claims.sub,
  email: textOf(claims['email']),
  emailVerified: claims['email_verified'] === true,
  name: textOf(claims['name']),
})

/** Tenant id of Microsoft's personal accounts. */
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * In work tenants, anybody with a directory of their own can put any address into `email`. It only counts if Microsoft vouches for it: a personal
 * account, or the optional claim `xms_edov` (the tenant has proven that it owns the address's domain).
 */
export const readMicrosoftIdentity = (claims: Claims): ProviderIdentity => ({
  subject: claims.sub,
  email: textOf(claims['email']),
  emailVerified: claims['tid'] === consumers || isTrue(claims['xms_edov']),
  name: textOf(claims['name']),
})

// Microsoft sends this claim as a boolean, a number or text, depending on the token's version.
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'
