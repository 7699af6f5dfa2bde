export const providerNames = ['github', 'google', 'microsoft'] as const
export type ProviderName = (typeof providerNames)[number]

/** What a provider has proven about whoever stood in front of it. */
export interface ProviderIdentity {
  subject: string
  email: string | null
  /** The provider itself says that the address belongs to this person. */
  emailVerified: boolean
  name: string | null
}
