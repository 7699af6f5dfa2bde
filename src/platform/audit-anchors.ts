import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Where an audit chain starts after its oldest entries were removed: the last removed entry, and the hash that the next one builds on. */
export interface Anchor {
  org_id: string
  seq: number
  hash: Buffer
}

export interface AuditAnchors {
  seal(anchor: Anchor): Buffer
  holds(anchor: Anchor, seal: Buffer | null): boolean
  /** Whether it was sealed with the first secret. */
  isCurrent(anchor: Anchor, seal: Buffer): boolean
}

/** The first secret seals, all verify. The key is not in the database, so whoever deletes entries there can't make the chain look intact. */
export function createAuditAnchors(secrets: readonly string[]): AuditAnchors {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'baton audit anchor', 32)))
  const [first] = keys
  if (!first) throw new Error('SECRET_KEY is empty')
  const sealWith = (key: Buffer, { org_id, seq, hash }: Anchor) =>
    createHmac('sha256', key)
      .update(`${org_id} ${seq} ${hash.toString('hex')}`)
      .digest()
  return {
    seal: (anchor) => sealWith(first, anchor),
    isCurrent: (anchor, seal) => sealWith(first, anchor).equals(seal),
    holds: (anchor, seal) => seal?.length === 32 && keys.some((key) => timingSafeEqual(sealWith(key, anchor), seal)),
  }
}
