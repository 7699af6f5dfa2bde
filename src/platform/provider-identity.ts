export const providerNames = ['github', 'google', 'microsoft'] as const
export type ProviderName = (typeof providerNames)[number]

/** What a provider has proven about the person who logged in there. */
export interface ProviderIdentity {
  subject: string
  email: string | null
  /** The provider itself vouches that the address belongs to this person. */
  emailVerified: boolean
  name: string | null
}
