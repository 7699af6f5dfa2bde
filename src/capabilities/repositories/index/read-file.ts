import { divideCode, type Piece } from '../../../platform/code/divide-code.ts'
import { readSyntax } from '../../../platform/code/read-syntax.ts'
import { redactSecrets } from '../../../platform/code/redact-secrets.ts'

/** Increase this whenever files are read differently: every index is then rebuilt. */
export const reader = 2

export interface ReadFile {
  path: string
  blob_sha: string
  parsed: boolean
  redacted: number
  definitions: { name: string; line: number }[]
  uses: Record<string, number>
  pieces: (Piece & { names: string })[]
}

const longestNames = 400
/** Accepts only a name that could be defined somewhere. */
const isName = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]{1,80}$/u.test(name)

/** A file as the index keeps it. Its text is treated as data: nothing in it is executed or obeyed. */
export async function readFile({ path, blob_sha, content }: { path: string; blob_sha: string; content: string }): Promise<ReadFile> {
  const { text, count } = redactSecrets(content)
  const syntax = await readSyntax(path, text)
  const definitions = (syntax?.definitions ?? []).filter(({ name }) => isName(name))
  const pieces = divideCode(text, syntax).map((piece) => {
    const own = definitions.filter(({ line }) => line >= piece.start_line && line <= piece.end_line).map(({ name }) => name)
    return { ...piece, names: [...new Set(own)].join(' ').slice(0, longestNames) }
  })
  const uses = Object.fromEntries([...(syntax?.references ?? [])].filter(([name]) => isName(name)))
  return { path, blob_sha, parsed: syntax !== null, redacted: count, definitions, uses, pieces }
}
