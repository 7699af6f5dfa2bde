const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

const pictures: ((bytes: Buffer) => boolean)[] = [
  (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4),
]

/** Whether these bytes start like an image format that browsers display. */
export const looksLikePicture = (bytes: Buffer): boolean => pictures.some((fits) => fits(bytes))

/**
 * The content type a file is served with: determined from its bytes alone, and never one that a browser executes. HTML, SVG and scripts are
 * served as plain text.
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
