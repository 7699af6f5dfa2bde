import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { countTokens, measure } from './count-tokens.ts'

const real = (text: string): number => Math.max(o200k(text).length, cl100k(text).length)
const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').slice(0, 40_000)
const hash = (seed: string) => createHash('sha512').update(seed).digest()

const texts: Record<string, string> = {
  prose: file('CONTRIBUTING.md'),
  code: file('src/kernel/execute.ts'),
  sql: file('database/migrations/0025_notes_activity.sql'),
  json: file('package.json'),
  'a long document of JSON': file('openapi.json'),
  Chinese: '我们需要在登录页面上修复一个错误，用户在输入验证码之后无法继续。请检查会话的状态，并确认令牌没有过期。龘靐齉齾爩鱻麤',
  Japanese: 'ログイン画面のエラーを修正する必要があります。ユーザーは確認コードを入力した後、先に進めません。',
  Korean: '로그인 페이지의 오류를 수정해야 합니다. 사용자가 인증 코드를 입력한 후 계속할 수 없습니다.',
  Russian: 'Нам нужно исправить ошибку на странице входа: пользователь не может продолжить после ввода кода.',
  Arabic: 'نحتاج إلى إصلاح خطأ في صفحة تسجيل الدخول حيث لا يمكن للمستخدم المتابعة',
  Hindi: 'हमें लॉगिन पृष्ठ पर एक त्रुटि ठीक करनी है',
  Thai: 'เราต้องแก้ไขข้อผิดพลาดในหน้าเข้าสู่ระบบ',
  Hebrew: 'אנחנו צריכים לתקן שגיאה בדף הכניסה',
  Amharic: 'እኛ የመግቢያ ገጽ ስህተት ማስተካከል አለብን',
  German: 'Übermäßige Größenänderungen führen häufig zu Überläufen; Straßenbahnhaltestellenschild',
  Vietnamese: 'Chúng tôi cần sửa lỗi trên trang đăng nhập',
  emoji: '😀🎉👩‍👩‍👧‍👦🏳️‍🌈🚀✨🤦🏽‍♂️🇩🇪🧑‍💻💥',
  mathematics: '∑∫√≠≤∞∂∇∈∉⊂⊃∪∩',
  hashes: hash('a').toString('hex') + hash('b').toString('hex'),
  base64: hash('c').toString('base64') + hash('d').toString('base64'),
  ids: Array.from({ length: 20 }, (_, n) =>
    hash(String(n))
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
  ).join(' '),
  digits: '3141592653589793238462643383279502884197169399375105820974944592',
  times: '2026-01-31T12:00:00.123456Z 2026-01-31T12:00:00Z',
  punctuation: '}{)(*&^%$#@!~`|\\<>?/.,;:[]"\'-_=+'.repeat(3),
  spaces: 'a          b\n\n\n\n\t\t\tc        d',
  names: 'getUserByEmailAddress XMLHttpRequest snake_case_name SCREAMING_CASE Krzysztof Wojciechowski Mbappé Nguyễn Szczęsny',
  'a stack':
    'at Object.<anonymous> (/app/node_modules/@foo/bar/dist/index.js:12:34)\n    at Module._compile (node:internal/modules/cjs/loader:1554:14)',
}

test.each(Object.entries(texts))('of %s it counts no fewer tokens than real tokenizers, also inside JSON', (_, text) => {
  expect(countTokens(text)).toBeGreaterThanOrEqual(real(text))
  expect(countTokens(JSON.stringify({ text }))).toBeGreaterThanOrEqual(real(JSON.stringify({ text })))
})

test('of prose and code it counts at most twice as many', () => {
  for (const name of ['prose', 'code', 'sql']) expect(countTokens(texts[name] ?? '') / real(texts[name] ?? ''), name).toBeLessThan(2)
})

test('of a mixture of all these it counts no fewer either', () => {
  const pieces = Object.values(texts).flatMap((text) => text.slice(0, 2000).match(/\S+\s*/gu) ?? [])
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 20, maxLength: 200 }), (chosen) => {
      const text = JSON.stringify(chosen.join(''))
      return countTokens(text) >= real(text)
    }),
    { numRuns: 200, seed: 7 },
  )
})

test('a measured text has the same tokens as a counted one', () => {
  for (const text of Object.values(texts)) {
    const { ends, tokens } = measure(text)
    expect(ends.at(-1)).toBe(text.length)
    expect(Math.ceil(tokens.at(-1) ?? 0)).toBe(countTokens(text))
  }
})
