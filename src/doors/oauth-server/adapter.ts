import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider'
import { OidcRecords, endGrant, type OidcPayload } from '../../capabilities/identity/oauth-server/records.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { unusedClientSeconds } from './registration.ts'

/** The storage adapter of oidc-provider. */
export function adapterFor(kernel: Kernel): AdapterFactory {
  return (model) => {
    const records = new OidcRecords(kernel, model)
    const adapter: Adapter = {
      upsert: (id, payload, seconds = unusedClientSeconds) => records.upsert(id, payload as OidcPayload, seconds),
      find: (id) => records.find(id) as Promise<AdapterPayload | undefined>,
      findByUid: (uid) => records.findByUid(uid) as Promise<AdapterPayload | undefined>,
      findByUserCode: () => Promise.resolve(undefined),
      async consume(id) {
        if (!(await records.consume(id))) throw new errors.InvalidGrant('already used')
      },
      // Ending a grant also ends its tokens and the consent behind it.
      destroy: (id) => (model === 'Grant' ? endGrant(kernel, id) : records.destroy(id)),
      revokeByGrantId: (grant) => endGrant(kernel, grant),
    }
    return adapter
  }
}
