const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

const pictures: ((bytes: Buffer) => boolean)[] = [
  (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4),
]

/** Whether these bytes begin like a picture that a browser shows. */
export const looksLikePicture = (bytes: Buffer): boolean => pictures.some((fits) => fits(bytes))

/**
 * What a file is called when it is sent: told from its bytes alone, and never something a browser runs. Pages, drawings and
 * scripts are plain text.
 */
export function harmlessType(bytes: Buffer): string {
  if (startsWith(bytes, '%PDF-')) return 'application/pdf'
  if (startsWith(bytes, 'PK\x03\x04')) return 'application/zip'
  if (startsWith(bytes, '\x1f\x8b')) return 'application/gzip'
  return isText(bytes) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}
