import type { Output } from '@baton/client'

export type Receipt = Output<'getReceipt'>

/** What the machine signed, as far as a page shows it. */
export interface Signed {
  argv: string[]
  exit_code: number
  commit: string
  tree: string
  tree_after: string
  dirty: boolean
  output_sha256: string
  output_bytes: number
  started_at: string
  ended_at: string
  signer_user: { name: string }
  command_user: { name: string }
  agent_user: { name: string } | null
}

export const signedBy = ({ body }: Pick<Receipt, 'body'>): Signed => JSON.parse(body) as Signed

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Whether the key signed the text, verified in this browser; null if the browser cannot. */
export async function isSigned({ body, signature, public_key }: Receipt): Promise<boolean | null> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(public_key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(`baton-tunnel-receipt\n${body}`))
  } catch {
    return null
  }
}

export const fileName = ({ id }: Receipt): string => `receipt-${id.slice(-12)}.json`

/** A file that can be verified without Baton: text, signature and key. */
export function download(receipt: Receipt): void {
  const { id, body, signature, public_key, fingerprint } = receipt
  const file = new Blob([`${JSON.stringify({ id, body, signature, public_key, fingerprint }, null, 2)}\n`], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName(receipt)
  link.click()
  URL.revokeObjectURL(link.href)
}
