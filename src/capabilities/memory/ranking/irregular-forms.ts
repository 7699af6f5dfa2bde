/**
 * Irregular forms that a stemmer does not unify, spelled as it leaves them: a question says "where did she go", a memory "she went".
 * Each group, ended by a line break or `|`, is one word.
 */
const forms = `
go went gone|see saw seen|take took taken|get got gotten|give gave given|come came|know knew known|think thought|say said|tell told
find found|make made|buy bought|bring brought|teach taught|catch caught|feel felt|leav left|meet met|keep kept|hold held|lose lost
send sent|spend spent|build built|sell sold|stand stood|understand understood|hear heard|pay paid|run ran|begin began begun
break broke broken|choos chose chosen|speak spoke spoken|steal stole stolen|wake woke woken|write wrote written|drive drove driven
ride rode ridden|eat ate eaten|fall fell fallen|fli flew flown|grow grew grown|throw threw thrown|draw drew drawn|blow blew blown
show shown|swim swam swum|sing sang sung|ring rang rung|drink drank drunk|sink sank sunk|win won|fight fought|seek sought|sleep slept
becom became|forget forgot forgotten|forgiv forgave forgiven|hide hid hidden|bite bit bitten|wear wore worn|tear tore torn
bear bore born|swear swore sworn|freez froze frozen|lead led|feed fed|read|bleed bled|breed bred|sit sat|spin spun|stick stuck
strike struck|dig dug|hang hung|shine shone|shoot shot|lend lent|bend bent|deal dealt|mean meant|dream dreamt|learn learnt|burn burnt
lay laid|lie lain|rise rose risen|shake shook shaken|mistak mistook mistaken|do did done|have had|be was were been
child children|man men|woman women|person peopl|foot feet|tooth teeth|mous mice|goos gees|life live|wife wive|knife knive
good better best|bad wors worst|mom mother mum|dad father|kid child children
`

const groups = forms
  .trim()
  .split(/[\n|]/)
  .map((line) => line.trim().split(' '))

const others = new Map<string, Set<string>>()
for (const group of groups) {
  for (const form of group) {
    const known = others.get(form) ?? new Set()
    for (const other of group) if (other !== form) known.add(other)
    others.set(form, known)
  }
}

/** The other forms of a lexeme, if it is irregular. */
export const irregularForms = (lexeme: string): readonly string[] => [...(others.get(lexeme) ?? [])]
