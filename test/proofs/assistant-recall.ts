import { readFileSync } from 'node:fs'
import { allParts, findCode } from '../../src/capabilities/assistant/repository-chat/find-code.ts'
import { embedQuestion } from '../../src/capabilities/memory/search/question-vector.ts'
import { system, type TxContext } from '../../src/kernel/context.ts'
import { ownFiles, storeRepository, work } from '../assistant/stored-repository.ts'
import type { Baton } from '../harness/baton.ts'
import { claimed } from './proof.ts'

interface Size {
  /** Which files of this repository are indexed, as a pattern. */
  files: RegExp
  vectors: boolean
  /** The minimum share of questions whose file is found. A broken ranking falls far below either. */
  least: number
}

const all = JSON.parse(readFileSync(new URL('../assistant/questions.json', import.meta.url), 'utf8')) as {
  question: string
  path: string
}[]

/** For 50 questions about this repository's own code: is the file with the answer among the ten passages sent to the model? */
export const proof = {
  name: 'assistant-recall',
  claim: 'questions about the code find the file that answers them',
  short: { files: /^src\/(kernel|platform|worker|doors)\//, vectors: false, least: 0.7 },
  full: { files: /^(?!test\/assistant\/questions\.json)/, vectors: true, least: 0.85 },
  async run(baton: Baton, { files: wanted, vectors, least }: Size): Promise<Record<string, number | string>> {
    const ann = await (await baton.person()).createOrganization(`recall${Date.now().toString(36)}`)
    const org = ann.organization ?? ''
    await ann.do('POST', '/api/projects', { name: 'Code', slug: 'code', key: 'CODE' })
    const { commit, files } = ownFiles((path) => wanted.test(path))
    const questions = all.filter(({ path }) => wanted.test(path))
    const repository = await storeRepository(baton, ann, 'code', commit, files)
    const began = performance.now()
    await work(baton, org, 'indexRepositories')
    const indexed = performance.now()
    if (vectors) {
      await baton.node.assembly.kernel.services.embeddings.embed(['warm up'], 'query')
      await work(baton, org, 'embedCode')
    }
    const embedded = performance.now()
    const { kernel } = baton.node.assembly
    const times: number[] = []
    const find = async (question: string, useMap: boolean): Promise<string[]> => {
      const asked = vectors ? await embedQuestion({ services: kernel.services }, question) : { note: '' }
      const since = performance.now()
      const { passages } = await kernel.database.withRealm('organization', { org, user: ann.user.id }, 'read', (tx) => {
        const ctx: TxContext = { tx, org, clock: kernel.clock, services: kernel.services, call: { door: 'test' }, principal: system(org) }
        return findCode(ctx, { id: repository, head_sha: commit }, question, asked, useMap ? allParts : { ...allParts, map: 0 })
      })
      times.push(performance.now() - since)
      return [...new Set(passages.map(({ path }) => path ?? ''))]
    }
    const found = { with: 0, without: 0, first: 0 }
    const missed: string[] = []
    for (const { question, path } of questions) {
      const [plain, mapped] = [await find(question, false), await find(question, true)]
      if (plain.includes(path)) found.without++
      if (mapped.includes(path)) found.with++
      else missed.push(`${path} (${question})`)
      if (mapped[0] === path) found.first++
    }
    if (process.env['SHOW_MISSED']) console.error(missed.join('\n'))
    const share = (count: number) => Math.round((count / questions.length) * 100) / 100
    const [health] = await baton.look<{ pieces: number }>('select count(*)::integer as pieces from repository_pieces where org_id = $1', [
      org,
    ])
    times.sort((a, b) => a - b)
    const figures = {
      files: files.length,
      pieces: health?.pieces ?? 0,
      questions: questions.length,
      recall_with_map: share(found.with),
      recall_without_map: share(found.without),
      right_file_first: share(found.first),
      indexing_seconds: Math.round((indexed - began) / 100) / 10,
      embedding_seconds: Math.round((embedded - indexed) / 100) / 10,
      finding_median_ms: Math.round(times[times.length >> 1] ?? 0),
    }
    return claimed(figures, { least: { recall_with_map: least, questions: 20 } })
  },
}
