import { createHash } from 'node:crypto'
import type { OutsideContext } from '../../../kernel/context.ts'
import type { HostSession, HostState, TreeFile } from '../../../platform/code-host/code-host.ts'
import { redactSecrets } from '../../../platform/code/redact-secrets.ts'
import type { SyncRow } from '../sync/sync.queries.ts'
import type { FileSink } from './file-sinks.ts'
import { contentsOf, type FileRow, filesNow } from './files.queries.ts'
import { languageOf } from './languages.ts'
import { largestFile, type OwnRules, readRules, ruleFiles, type SkipReason, skippedByPath } from './path-rules.ts'

/** Limits per repository; what exceeds them is counted but not read. */
const maxFiles = 20_000
const maxBytes = 256 * 1024 * 1024
/** Above this many changed files, one archive is cheaper than a request for each. */
const maxSingly = 60
const maxRuleFiles = 20
/** A PostgreSQL index can't hold a longer key. */
const longestPath = 1000

type Stored = Pick<FileRow, 'path' | 'blob_sha' | 'skipped'>
interface Planned {
  file: TreeFile
  skipped: SkipReason | null
}

/**
 * Brings the stored files to the state of a commit: reads those whose blob differs, drops those that are gone. Returns whether anything
 * was different, or null if more than `max` files have to be read, which is left to the job.
 */
export async function syncFiles(
  ctx: OutsideContext,
  session: HostSession,
  row: SyncRow,
  state: HostState,
  { sink, max }: { sink: FileSink; max: number },
): Promise<boolean | null> {
  const place = { org: ctx.org, id: row.id }
  const stored = new Map((await ctx.transaction('read', ({ tx }) => tx.rows(filesNow, place))).map((one) => [one.path, one]))
  const tree = state.head_sha
    ? (await session.tree(state.name, state.head_sha)).filter(({ path }) => Buffer.byteLength(path) <= longestPath)
    : []
  const rules = await rulesOf(ctx, session, state.name, place, tree, stored)
  const planned = plan(tree, rules)
  const other = planned.filter(({ file, skipped }) => !isStored(stored.get(file.path), file, skipped))
  const there = new Set(tree.map(({ path }) => path))
  const gone = [...stored.keys()].filter((path) => !there.has(path))
  const wanted = other.filter(({ skipped }) => skipped === null)
  if (wanted.length > max) return null
  sink.expect(wanted.length)
  for (const { file, skipped } of other) if (skipped) await sink.add(rowOf(file, { content: null, skipped, redacted: 0 }))
  await readWanted(session, state, wanted, sink)
  await sink.end(gone)
  return other.length + gone.length > 0
}

/** Rule files that are stored and unchanged are not requested again. */
async function rulesOf(
  ctx: OutsideContext,
  session: HostSession,
  name: string,
  place: { org: string; id: string },
  tree: readonly TreeFile[],
  stored: ReadonlyMap<string, Stored>,
): Promise<OwnRules> {
  const found = tree.filter(({ path, size, symlink }) => ruleFiles.test(path) && !symlink && size <= largestFile)
  const shallow = found.toSorted((one, other) => one.path.split('/').length - other.path.split('/').length).slice(0, maxRuleFiles)
  const same = shallow.filter(({ path, sha }) => stored.get(path)?.blob_sha === sha).map(({ path }) => path)
  const kept = same.length > 0 ? await ctx.transaction('read', ({ tx }) => tx.rows(contentsOf, { ...place, paths: same })) : []
  const texts = new Map(kept.map(({ path, content }) => [path, content]))
  for (const { path, sha } of shallow) if (!texts.has(path)) texts.set(path, String(await session.blob(name, sha)))
  return readRules(texts)
}

/** Sorted by path, so that the budget always leaves out the same files. */
function plan(tree: readonly TreeFile[], rules: OwnRules): Planned[] {
  let files = 0
  let bytes = 0
  return tree
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((file) => {
      const skipped = skippedByPath(rules, file)
      if (skipped) return { file, skipped }
      const fits = files < maxFiles && bytes + file.size <= maxBytes
      if (!fits) return { file, skipped: 'over_budget' }
      files++
      bytes += file.size
      return { file, skipped: null }
    })
}

/** A blob that was read is not read again, whatever its content turned out to be; a skip by path depends on rules that may have changed. */
function isStored(stored: Stored | undefined, { sha }: TreeFile, skipped: SkipReason | null): boolean {
  if (stored?.blob_sha !== sha) return false
  return skipped ? stored.skipped === skipped : stored.skipped === null || stored.skipped === 'binary' || stored.skipped === 'generated'
}

async function readWanted(session: HostSession, { name, head_sha }: HostState, wanted: readonly Planned[], sink: FileSink): Promise<void> {
  const left = new Map(wanted.map(({ file }) => [file.path, file]))
  if (left.size > maxSingly) {
    await session.archive(name, head_sha as string, largestFile, async (path, bytes) => {
      const file = left.get(path)
      // An archive can differ from the commit: attributes can exclude files from it or rewrite them.
      if (!file || blobId(bytes) !== file.sha) return
      left.delete(path)
      await sink.add(rowOf(file, readContent(bytes)))
    })
  }
  for (const file of left.values()) await sink.add(rowOf(file, readContent(await session.blob(name, file.sha))))
}

/** Git's blob id of a file's content. */
const blobId = (bytes: Buffer): string => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

const rowOf = ({ path, sha, size }: TreeFile, kept: ReturnType<typeof readContent>): FileRow => ({
  path,
  blob_sha: sha,
  size,
  language: languageOf(path),
  ...kept,
})

interface StoredContent {
  content: string | null
  skipped: SkipReason | null
  redacted: number
}

const header =
  /(^|\s)@generated\b|\bcode generated by\b.*\bdo not edit\b|\bautomatically generated\b.*\bdo not (edit|modify)\b|\bauto-generated file\b/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What is stored of a file: its text without secrets, or why there is none. */
function readContent(bytes: Buffer): StoredContent {
  const skip = (skipped: SkipReason): StoredContent => ({ content: null, skipped, redacted: 0 })
  // PostgreSQL can't store a zero byte, and text contains none.
  if (bytes.includes(0)) return skip('binary')
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return skip('binary')
  }
  if (header.test(text.slice(0, 1000))) return skip('generated')
  const { text: content, count } = redactSecrets(text)
  return { content, skipped: null, redacted: count }
}
