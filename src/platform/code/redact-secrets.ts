/** Secrets with a known format, which their issuers scan for themselves. */
const known: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{40,255}\b/g,
  /\bglpat-[\w-]{20,}\b/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bxapp-\d-[\w-]{20,}/g,
  /\bhttps:\/\/hooks\.slack\.com\/services\/[\w/]{20,}/g,
  /\b[prs]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g,
  /\bwhsec_[A-Za-z0-9+/=]{20,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bAIza[\w-]{35}\b/g,
  /\bya29\.[\w-]{20,}/g,
  /\bsk-(?:ant-|proj-|or-)?[\w-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bpypi-[\w-]{50,}/g,
  /\bdop_v1_[a-f0-9]{64}\b/g,
  /\bhf_[A-Za-z0-9]{30,}\b/g,
]

/** A signed token and what is glued to its front. Where it begins in the first part is looked for afterwards: from here on each part is read once. */
const signed = /(?<![\w-])([\w-]+)\.eyJ[\w-]{10,}\.[\w-]{10,}/g

/** The password in a URL. */
const inAddress = /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'`]{0,100}:)([^\s@/"'`${}<>]{3,200})(@[^\s"'`]{3,})/gi

const names = 'pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|client[-_]?secret|auth[-_]?key|credentials?'
/** A long, random-looking value assigned to a name that says what it is. Placeholders and references are left as they are. */
const assigned = new RegExp(`((?:${names})["'\`]?\\s*(?::|=>|=|:=)\\s*["'\`]?)([A-Za-z0-9+/=_.~!@#%^&*-]{12,200})`, 'gi')
/** The same in quotes, or as a line of an environment file: there it need not look random, only unlike an identifier. */
const quoted = new RegExp(`(\\b(?:${names})["']?\\s*[:=]\\s*["'\`])([^\\s"'\`\${}<>]{12,400})(?=["'\`])`, 'gi')
const environment = /^([ \t]*(?:export[ \t]+)?)([A-Z0-9_]+)=([^\s"'`${}<>]{12,400})(?=[ \t]*\r?$)/gm
const telling = /PASSWORD|SECRET|TOKEN|API_KEY|ACCESS_KEY|PRIVATE_KEY/

const mark = '[redacted]'

/** Removes secrets from a text before anybody can search for them, keeping its line numbers. Returns how many there were. */
export function redactSecrets(text: string): { text: string; count: number } {
  let count = 0
  const hide = (secret: string): string => {
    count++
    // Citations name lines, so a key of several lines is replaced by as many.
    return mark + '\n'.repeat(secret.split('\n').length - 1)
  }
  const assignedTo =
    (isSecret: (value: string) => boolean) =>
    (whole: string, before: string, value: string): string =>
      isSecret(value) ? before + hide(value) : whole
  let clean = text
  for (const pattern of known) clean = clean.replace(pattern, hide)
  clean = clean.replace(signed, (whole, first: string) => {
    const start = first.search(/\beyJ[\w-]{10}/)
    return start === -1 ? whole : whole.slice(0, start) + hide(whole.slice(start))
  })
  clean = clean.replace(inAddress, (whole, before: string, password: string, after: string) =>
    password === mark ? whole : before + hide(password) + after,
  )
  clean = clean.replace(assigned, assignedTo(looksRandom))
  clean = clean.replace(quoted, assignedTo(isNoName))
  clean = clean.replace(environment, (whole, before: string, name: string, value: string) =>
    telling.test(name) && isNoName(value) ? `${before}${name}=${hide(value)}` : whole,
  )
  return { text: clean, count }
}

const isPlaceholder = (value: string): boolean =>
  value.includes(mark) || /^(process|os|env|config|secrets|vault|example|placeholder|your|change|test|xxx|\*+)/i.test(value)

/** `password: 'correct-horse'` may be a secret, `token: 'accessTokenOfUser'` is none: they can't be told apart, so names stay. */
const isNoName = (value: string): boolean => !isPlaceholder(value) && !/^[A-Za-z_.:/-]+$/.test(value)

/** Digits mixed with other kinds of characters, with high entropy, and not an expression or call that a program would contain. */
function looksRandom(value: string): boolean {
  if (isPlaceholder(value)) return false
  if (/[.(]/.test(value) && /^[a-z_$][\w$]*[.(]/i.test(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
  return kinds >= 2 && /\d/.test(value) && entropy(value) >= 3
}

/** Bits per character: words have two to three, random text has more. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}
